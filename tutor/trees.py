"""The tree of a small deal as a picture: every way it can go, and who wins from every place in it.

`tree(position)` draws it from left to right, as SVG in the colours of the page. The same tree can be unfolded below the
picture as a nested list, which is what a screen reader reads, and is printed as text where no HTML is shown.
The values are minimax: at a place of the hero one winning play is enough, at a place of anybody else all of them
have to win. They are tested against the solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

from .charts import STYLE, Picture
from .combinations import Play
from .errors import NotationError
from .explain import Cast, seat_names, show, trouble
from .locale import _
from .position import Position
from .proofs import read

MOST_NODES = 160
"""Nodes of a tree that is drawn: more would be a picture of several screens."""

TREE_STYLE = """<style>
.tlc{--tlt-win:#13683a;--tlt-loss:#a3152b}
[data-jp-theme-light="false"] .tlc{--tlt-win:#7fd8a2;--tlt-loss:#ffa0ab}
.tlc .tlt-scroll{overflow-x:auto}
.tlc .tlt-scroll svg{max-width:none}
.tlc .tlt-edge{fill:none;stroke:currentColor;stroke-opacity:.45;stroke-width:1.3}
.tlc .tlt-best{stroke-opacity:.95;stroke-width:3}
.tlc .tlt-box{fill:none;stroke-width:2}
.tlc .tlt-you{stroke:#3b82c4}
.tlc .tlt-other{stroke:#d9772b;stroke-dasharray:5 3}
.tlc text.tlt-win{fill:var(--tlt-win);font-weight:700}
.tlc text.tlt-loss{fill:var(--tlt-loss);font-weight:700}
.tlc .tlt-cut{opacity:.42}
.tlc text.tlt-mark{font-weight:700;font-size:15px}
.tlc ul{margin:2px 0;padding-inline-start:22px}
</style>"""

WIDE, HIGH, GAP, ROW = 92, 24, 40, 31


@dataclass(eq=False)
class Node:
    """A place in the tree: the `position`, and the `play` of the seat `mover` that led here (None at the root).

    `value`: whether the hero wins from here. `looked`: False where a search that stops as soon as it knows enough
    never gets to. `letter` names the places where somebody has a choice to make.
    """

    position: Position
    value: bool
    mover: int | None = None
    play: Play | None = None
    children: list[Node] = field(default_factory=list)
    looked: bool = True
    letter: str = ""

    @property
    def leaf(self) -> bool:
        """Whether somebody is out first here."""
        return not self.children

    def walk(self) -> Iterator[Node]:
        """This place and all below it, the deepest first: the order in which values are found."""
        for child in self.children:
            yield from child.walk()
        yield self


def grow(position: object, cuts: bool = False, most: int = MOST_NODES) -> Node:
    """The whole tree of a position, goal `first`, with the values and the letters of its places.

    A hidden hand may lay any unseen cards, as in the solver: then a value says whether winning is sure.

    With `cuts` the plays are looked at in order, and no further than it takes to know the value of a place: up to the
    first play that wins for the seat to move. Raises PositionError for a position that cannot be used,
    ValueError for a tree of more than `most` nodes.
    """
    start = read(position)
    assert start.turn is not None
    if start.hidden[start.turn]:
        raise NotationError(_("the hand of the seat to play must be open"))
    made = [0]
    root = _node(start, start.turn, made, most)
    if cuts:
        _look(root, start.turn)
    letters = (first + second for first in ["", *"ABCDEFGH"] for second in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    for node in root.walk():
        if not node.leaf:
            node.letter = next(letters)
    return root


def _node(
    position: Position, hero: int, made: list[int], most: int, mover: int | None = None, play: Play | None = None
) -> Node:
    made[0] += 1
    if made[0] > most:
        raise NotationError(_("this tree has more than {most} nodes, take fewer cards").format(most=most))
    if position.out:
        return Node(position, position.out[0] == hero, mover, play)
    turn = position.turn
    children = [_node(position.after(each), hero, made, most, turn, each) for each in position.legal_plays()]
    values = [child.value for child in children]
    return Node(position, any(values) if turn == hero else all(values), mover, play, children)


def _look(node: Node, hero: int) -> None:
    enough = False
    for child in node.children:
        if enough:
            for each in child.walk():
                each.looked = False
        else:
            _look(child, hero)
            enough = child.value == (node.position.turn == hero)


def looked_at(position: object) -> int:
    """How many places of the tree a search looks at that stops as soon as it knows enough, the start included.

    >>> looked_at("pagat 3s5d5h/7s 0 - -"), sum(1 for _each in grow("pagat 3s5d5h/7s 0 - -").walk())
    (10, 38)
    """
    return sum(node.looked for node in grow(position, cuts=True).walk())


# ------------------------------------------------------------------ words


class _Words:
    """What is written at the places of one tree."""

    def __init__(self, root: Node, names: tuple[str, ...], values: bool) -> None:
        self.hero = root.position.turn
        self.cast = Cast(self.hero, names or seat_names())
        self.values = values
        self.sure = any(root.position.hidden)

    def play(self, node: Node) -> str:
        if node.mover is None or node.play is None:
            return _("Start")
        return _("{name}: {play}").format(name=self.cast.name(node.mover), play=show(node.play))

    def mark(self, node: Node) -> str:
        if not node.looked:
            return ""
        if node.leaf or self.values:
            return "✓" if node.value else "✗"
        return node.letter

    def spoken(self, node: Node) -> str:
        """What a place says for itself in the list."""
        said = [self.play(node)]
        if node.leaf:
            first = node.position.out[0]
            said.append(
                _("You are out") if first == self.hero else _("{name} is out").format(name=self.cast.name(first))
            )
        else:
            place = _("{name} to play") if node.position.turn != self.hero else _("you to play")
            place = place.format(name=self.cast.name(node.position.turn or 0))
            said.append(f"{node.letter}, {place}" if not self.values else place)
        if not node.looked:
            aside = _("not looked at")
            return f"{said[0]} ({aside})"
        if self.values or node.leaf:
            sure = self.sure and not node.leaf
            win, loss = (_("you are sure to win"), _("not sure")) if sure else (_("you win"), _("you lose"))
            said.append(win if node.value else loss)
        return (
            ": ".join([said[0], ", ".join(said[1:])])
            if node.play is None
            else " – ".join([said[0], ", ".join(said[1:])])
        )

    def nested(self, node: Node) -> str:
        inner = "".join(self.nested(child) for child in node.children if node.looked)
        return f"<li>{escape(self.spoken(node))}{f'<ul>{inner}</ul>' if inner else ''}</li>"

    def lines(self, node: Node, before: str = "", here: str = "") -> Iterator[str]:
        yield here + self.spoken(node)
        children = node.children if node.looked else []
        for child in children:
            last = child is children[-1]
            yield from self.lines(child, before + ("   " if last else "│  "), before + ("└─ " if last else "├─ "))


# ------------------------------------------------------------------ the picture


def tree(position: object, values: bool = True, cuts: bool = False, names: tuple[str, ...] = ()) -> Picture:
    """Draw the whole tree of a small position; the seat to play is "you", the goal is to be out first.

    `values=False` leaves the inner places open and gives them letters; `cuts` draws pale what a search that stops
    when it knows enough does not look at.

    >>> print(tree("pagat 9s/7h 0 1:5h -"))
    Start: you to play, you win
    ├─ You: 9♠ – You are out, you win
    └─ You: pass – Ben to play, you lose
       └─ Ben: 7♥ – Ben is out, you lose
    """
    try:
        root = grow(position, cuts)
    except ValueError as error:
        text = trouble(error)
        return Picture(f"<p>{escape(text)}</p>", text)
    words = _Words(root, names, values)
    looked = sum(node.looked for node in root.walk())
    every = sum(1 for _node in root.walk())
    title = (
        _("{looked} of {every} places looked at").format(looked=looked, every=every)
        if cuts
        else _("Every way it can go: {every} places").format(every=every)
    )
    drawing = _drawn(root, words, title)
    heading = escape(_("The same tree as a list"))
    listed = f"<details><summary>{heading}</summary><ul>{words.nested(root)}</ul></details>"
    caption = f"<figcaption>{escape(title)}</figcaption>"
    html = (
        f'{STYLE}{TREE_STYLE}<div class="tlc" style="max-width:100%"><figure>{caption}'
        f'<div class="tlt-scroll" tabindex="0" role="group" aria-label="{escape(title)}">{drawing}</div></figure>'
        f"{listed}</div>"
    )
    return Picture(html, "\n".join(words.lines(root)))


def _drawn(root: Node, words: _Words, title: str) -> str:
    rows: dict[int, float] = {}
    free = [0]
    deepest = _rows(root, rows, free, 0)
    parts: list[str] = []
    widths = [0] * (deepest + 1)
    _widths(root, words, widths, 0)
    starts = [4.0]
    for width in widths[:-1]:
        starts.append(starts[-1] + width + GAP)
    _parts(root, words, rows, starts, widths, 0, parts)
    wide = starts[-1] + widths[-1] + 110
    high = free[0] * ROW + 6
    hear = _("{title}. The list below the picture says it in words.").format(title=title)
    return (
        f'<svg viewBox="0 0 {wide:.0f} {high}" width="{wide:.0f}" height="{high}" role="img" '
        f'aria-label="{escape(hear)}">{"".join(parts)}</svg>'
    )


def _rows(node: Node, rows: dict[int, float], free: list[int], depth: int) -> int:
    """Give every leaf a row of its own and every other place the middle of its children's; the greatest depth."""
    if node.leaf:
        rows[id(node)] = free[0]
        free[0] += 1
        return depth
    deepest = max(_rows(child, rows, free, depth + 1) for child in node.children)
    rows[id(node)] = (rows[id(node.children[0])] + rows[id(node.children[-1])]) / 2
    return deepest


def _widths(node: Node, words: _Words, widths: list[int], depth: int) -> None:
    widths[depth] = max(widths[depth], WIDE if node.play else 50, 14 + int(7.6 * len(words.play(node))))
    for child in node.children:
        _widths(child, words, widths, depth + 1)


def _parts(
    node: Node,
    words: _Words,
    rows: dict[int, float],
    starts: list[float],
    widths: list[int],
    depth: int,
    parts: list[str],
) -> None:
    x, y = starts[depth], rows[id(node)] * ROW + ROW / 2 + 2
    right = x + widths[depth]
    pale = "" if node.looked else " tlt-cut"
    who = "tlt-you" if node.mover == words.hero else "tlt-other"
    if node.play is not None:
        radius = 4 if node.mover == words.hero else 12
        parts.append(
            f'<rect class="tlt-box {who}{pale}" x="{x:.0f}" y="{y - HIGH / 2:.1f}" width="{widths[depth]}" '
            f'height="{HIGH}" rx="{radius}"/>'
        )
    parts.append(
        f'<text class="{pale.strip()}" x="{x + widths[depth] / 2:.1f}" y="{y + 4.5:.1f}" text-anchor="middle">'
        f"{escape(words.play(node))}</text>"
    )
    mark = words.mark(node)
    told = node.looked and (words.values or node.leaf)
    kind = ("tlt-win" if node.value else "tlt-loss") if told else ""
    if mark:
        parts.append(f'<text class="tlt-mark {kind}" x="{right + 5:.0f}" y="{y + 5:.1f}">{mark}</text>')
    if node.leaf and node.looked:
        first = node.position.out[0]
        said = _("You are out") if first == words.hero else _("{name} is out").format(name=words.cast.name(first))
        parts.append(f'<text x="{right + 22:.0f}" y="{y + 4.5:.1f}">{escape(said)}</text>')
    good = node.position.turn == words.hero
    for child in node.children:
        at = rows[id(child)] * ROW + ROW / 2 + 2
        best = words.values and child.looked and child.value == good and node.value == good
        begin = right + (21 if mark else 4)
        middle = (begin + starts[depth + 1]) / 2
        parts.append(
            f'<path class="tlt-edge{" tlt-best" if best else ""}{"" if child.looked else " tlt-cut"}" '
            f'd="M{begin:.0f} {y:.1f}C{middle:.0f} {y:.1f} {middle:.0f} {at:.1f} {starts[depth + 1]:.0f} {at:.1f}"/>'
        )
        _parts(child, words, rows, starts, widths, depth + 1, parts)
