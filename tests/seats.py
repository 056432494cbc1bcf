"""A position seen from another chair: the same deal with the seats renumbered, or in a mirror.

No rule depends on where a seat is, only on who comes after whom, so everything the engine says must turn along.
"""

from __future__ import annotations

from collections.abc import Iterator


class Turn:
    """Seats moved on `by` places, and in a mirror (so that play runs the other way) if `mirrored`."""

    def __init__(self, seats: int, by: int, mirrored: bool) -> None:
        self.seats, self.by, self.mirrored = seats, by, mirrored

    def __repr__(self) -> str:
        return f"by {self.by}{' mirrored' if self.mirrored else ''}"

    def seat(self, seat: int) -> int:
        return ((-seat if self.mirrored else seat) + self.by) % self.seats

    def digits(self, word: str) -> str:
        return "".join(str(self.seat(int(digit))) for digit in word)

    def each(self, values) -> list:
        """One value per seat, reordered."""
        turned = list(values)
        for seat, value in enumerate(values):
            turned[self.seat(seat)] = value
        return turned

    def rules(self, rules: str) -> str:
        if not self.mirrored:
            return rules
        if "+anticlockwise" in rules:
            return rules.replace("+anticlockwise", "")
        profile, plus, house = rules.partition("+")
        return f"{profile}+anticlockwise{plus}{house}"

    def state(self, words: list[str]) -> list[str]:
        """The fields after the hands."""
        turn, table, passed, *named = words
        turned = [turn if turn == "-" else self.digits(turn)]
        turned.append(table if table == "-" else self.digits(table[0]) + table[1:])
        turned.append(passed if passed == "-" else "".join(sorted(self.digits(passed))))
        for word in named:
            name, _, value = word.partition("=")
            if name == "out":
                word = f"out={self.digits(value)}"
            elif name in ("full", "must"):
                word = f"{name}={''.join(sorted(self.digits(value)))}"
            turned.append(word)
        return turned

    def line(self, line: str) -> str:
        rules, hands, *state = line.split(" ")
        return " ".join([self.rules(rules), "/".join(self.each(hands.split("/"))), *self.state(state)])


def turns(line: str) -> Iterator[Turn]:
    """Every way to turn the table of a position around."""
    seats = line.split(" ")[1].count("/") + 1
    for by in range(seats):
        for mirrored in (False, True):
            yield Turn(seats, by, mirrored)
