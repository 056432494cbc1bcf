"""Ask a program the questions of the conformance suite and compare its answers; needs nothing but Python.

    python tests/conformance/run.py -- COMMAND ...             all vectors and transcripts, 300 positions per profile
    python tests/conformance/run.py --all -- COMMAND ...       10,000 positions per profile

The command reads one question per line (JSON) on standard input and writes one answer per line on standard output;
README.md beside this file says what is asked. Exit status: 0 if every answer is right, 1 if not, 2 if the program
cannot be run or stops answering. Questions answered by {"unsupported": true} are counted apart.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
BLOCK = 100
"""Positions that share one digest."""

SUITS = {"sheet": "scdh", "pagat": "scdh", "big-two": "dchs", "pusoy-dos": "cshd"}
"""The suits of each profile from the lowest on."""
RANKS = "3456789TJQKA2"


class Trouble(Exception):
    """The program cannot be asked any further."""


class Program:
    """The program under test."""

    def __init__(self, command: list[str]) -> None:
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        except OSError as error:
            raise Trouble(f"{command[0]}: cannot be run: {error.strerror}") from None

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """One question, one answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
        except OSError:
            raise Trouble(f"the program does not read any more, at {json.dumps(question)}") from None
        line = self.process.stdout.readline()
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise Trouble(f"{line.strip()[:80]!r} is no answer to {json.dumps(question)}")
        return answer

    def close(self) -> None:
        """Let the program end."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(10)


def questions() -> Iterator[dict[str, Any]]:
    """The vectors and the transcripts: an `id`, what to `ask`, the `answer`, and for people `why`."""
    for name in ("vectors.jsonl", "transcripts.jsonl"):
        for line in (HERE / name).read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def wrong(answer: dict[str, Any], truth: dict[str, Any]) -> str:
    """What is wrong with an answer, "" if nothing is: it may say more than it has to."""
    for key, value in truth.items():
        if answer.get(key) != value:
            return f"{key}: {json.dumps(answer.get(key))}, but it is {json.dumps(value)}"
    return ""


# ------------------------------------------------------------------ seeded positions


class Dice:
    """Numbers from a text: SHA-256 of the text and a counter of eight bytes, read as eight numbers of four bytes."""

    def __init__(self, text: str) -> None:
        self.text, self.counter, self.words = text.encode(), 0, list[int]()

    def below(self, size: int) -> int:
        """A number from 0 to size - 1."""
        if not self.words:
            digest = hashlib.sha256(self.text + self.counter.to_bytes(8, "big")).digest()
            self.words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
            self.counter += 1
        return self.words.pop(0) * size >> 32


def start(profile: str, number: int, dice: Dice) -> str:
    """The first position of deal `number`: 2, 3, 4 seats in turn, the pack shuffled with the dice."""
    seats = 2 + number % 3
    pack = [rank + suit for rank in RANKS for suit in "scdh"]
    for at in range(52):
        other = at + dice.below(52 - at)
        pack[at], pack[other] = pack[other], pack[at]
    each = 17 if seats == 3 and profile in ("big-two", "pusoy-dos") else 13

    def height(card: str) -> tuple[int, int]:
        return RANKS.index(card[0]), SUITS[profile].index(card[1])

    hands = [sorted(pack[seat * each : (seat + 1) * each], key=height) for seat in range(seats)]
    lowest = min((card for hand in hands for card in hand), key=height)
    leader = next(seat for seat in range(seats) if lowest in hands[seat])
    return f"{profile} {'/'.join(''.join(hand) for hand in hands)} {leader} - - open={lowest}"


def walk(profile: str, program: Program) -> Iterator[str]:
    """Endless lines, one for each seeded position: the position and its legal plays, as the program sees them."""
    number = 0
    while True:
        dice = Dice(f"tienlen conformance 1 {profile} {number}")
        position = start(profile, number, dice)
        while position.split(" ")[2] != "-":
            plays = program.ask({"do": "legal", "position": position}).get("plays")
            if not isinstance(plays, list) or not plays:
                raise Trouble(f"no list of plays for {position}")
            yield f"{position}: {' '.join(map(str, plays))}\n"
            play = plays[dice.below(len(plays))]
            after = program.ask({"do": "after", "position": position, "play": play}).get("position")
            if not isinstance(after, str) or len(after.split(" ")) < 5:
                raise Trouble(f"no position after {play} in {position}")
            position = after
        number += 1


def digests(profile: str, program: Program, blocks: int) -> Iterator[str]:
    """SHA-256 over the lines of each block of positions."""
    lines = walk(profile, program)
    for _ in range(blocks):
        yield hashlib.sha256("".join(next(lines) for _ in range(BLOCK)).encode()).hexdigest()


def main(arguments: list[str] | None = None) -> int:
    """Run the suite; see the module."""
    parser = argparse.ArgumentParser(description="Run the conformance suite against a program.")
    parser.add_argument("--all", action="store_true", help="all seeded positions, not only the first 300 per profile")
    parser.add_argument("command", nargs="+", help="the program and its arguments, after --")
    given = parser.parse_args(arguments)
    faults = asked = left_out = 0
    try:
        program = Program(given.command)
        for each in questions():
            answer = program.ask(each["ask"])
            if answer.get("unsupported") is True:
                left_out += 1
                continue
            asked += 1
            fault = wrong(answer, each["answer"])
            if fault:
                faults += 1
                print(f"{each['id']}: {fault}\n  asked {json.dumps(each['ask'])}\n  {each.get('why', '')}".rstrip())
        known = json.loads((HERE / "digests.json").read_text(encoding="utf-8"))["profiles"]
        for profile, truth in known.items():
            blocks = truth["blocks"] if given.all else truth["blocks"][:3]
            for n, (digest, right) in enumerate(zip(digests(profile, program, len(blocks)), blocks, strict=True)):
                asked += 1
                if digest != right:
                    faults += 1
                    print(f"{profile}: the positions from {n * BLOCK} to {n * BLOCK + BLOCK - 1} have another digest")
                    break
        program.close()
    except (Trouble, subprocess.TimeoutExpired) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{asked} answers, {faults} wrong, {left_out} questions left out")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
