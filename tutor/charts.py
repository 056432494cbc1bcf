"""Small pictures: bars, curves and running totals, drawn as SVG in the colours of the page around them.

Everything is drawn with `currentColor` and two colours that stand out on white and on black alike, so the same
picture can be read in a light and in a dark notebook. A screen reader hears the heading and, under the picture, a
table with every number; where no HTML is shown, the same table appears as plain text. No plotting library: a bar
chart is a few rectangles, and an image file would know neither the colours of the page nor a word of what it shows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from html import escape
from typing import Any

from .locale import _

Number = Any
"""An int, a float or an exact fraction of sympy's."""

STYLE = """<style>
.tlc{max-width:760px;padding:2px 6px;color:inherit;font:14px/1.4 var(--jp-ui-font-family,system-ui,sans-serif)}
.tlc svg{display:block;max-width:100%;height:auto;overflow:visible}
.tlc text{fill:currentColor;font:13px var(--jp-ui-font-family,system-ui,sans-serif)}
.tlc figcaption{font-weight:650;margin:0 0 6px}
.tlc figure{margin:0}
.tlc .tlc-0{fill:#3b82c4;stroke:#3b82c4}
.tlc .tlc-1{fill:#d9772b;stroke:#d9772b}
.tlc .tlc-2{fill:#7a9a3a;stroke:#7a9a3a}
.tlc .tlc-axis{stroke:currentColor;stroke-opacity:.35;fill:none}
.tlc .tlc-line{fill:none;stroke-width:2.5}
.tlc .tlc-band{fill:#3b82c4;fill-opacity:.22;stroke:#3b82c4;stroke-opacity:.5;stroke-dasharray:4 3}
.tlc .tlc-day{fill:none;stroke:currentColor;stroke-opacity:.3}
.tlc .tlc-full{fill:#7a9a3a;stroke:#7a9a3a;stroke-opacity:1}
@media (forced-colors:active){.tlc .tlc-full{stroke:Highlight;stroke-width:2}}
.tlc summary{cursor:pointer;margin-top:6px}
.tlc table{border-collapse:collapse;margin:6px 0;color:inherit;font-size:inherit}
.tlc td,.tlc th{padding:2px 14px 2px 0;text-align:left;background:none;color:inherit;font-weight:400}
.tlc thead th{font-weight:650}
</style>"""
"""Rules for everything that `framed` shows; in each output, because any of them may be the only one on a page."""

WIDTH = 720
SMALL = 460
"""The width of pictures that are read on a telephone, too: there the letters of a wider one would be tiny."""


class Picture:
    """A drawing with the words that say the same: HTML for notebooks, plain lines for everything else."""

    def __init__(self, html: str, text: str) -> None:
        self._html, self._text = html, text

    def _repr_html_(self) -> str:
        return self._html

    def __repr__(self) -> str:
        return self._text

    __str__ = __repr__


def framed(title: str, drawing: str, below: str) -> str:
    """A figure: its heading, the drawing, and what can be unfolded below it."""
    caption = f"<figcaption>{escape(title)}</figcaption>" if title else ""
    return f'{STYLE}<div class="tlc"><figure>{caption}{drawing}</figure>{below}</div>'


def percent(share: Number, digits: int = 3) -> str:
    """A share of 1 as a percentage with so many figures that count.

    >>> percent(0.3038), percent(0.000584), percent(1), percent(0), percent(1, 2)
    ('30.4 %', '0.0584 %', '100 %', '0 %', '100 %')
    """
    value = 100 * float(share)
    return _("{number} %").format(number=_plain(value, digits))


def count(number: Number) -> str:
    """A whole number with its digits in threes; above a million millions as a power of ten.

    >>> count(1287), count(635013559600), count(10**21 * 53.6)
    ('1 287', '635 013 559 600', '5.36 × 10²²')
    """
    if number < 10**13:
        return f"{int(number):,}".replace(",", " ")
    power = len(str(int(number))) - 1
    high = "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(power))
    return f"{float(number) / 10**power:.2f} × 10{high}"


def _plain(value: float, digits: int) -> str:
    if value == 0:
        return "0"
    text = f"{value:.{digits}g}"
    if "e" in text and abs(value) >= 1:
        return f"{value:.0f}"
    if "e" in text:
        places = digits - 1
        size = value
        while abs(size) < 1:
            size, places = size * 10, places + 1
        text = f"{value:.{places}f}"
    return text


def _series(values: Mapping[Any, Any], names: Sequence[str]) -> tuple[list[str], list[list[Number]], list[str]]:
    """Labels, for each a row of numbers, and the names of the columns; ValueError for what cannot be drawn."""
    if not isinstance(values, Mapping) or not values:
        raise ValueError(_("give the bars as {example}").format(example='{"label": number}'))
    labels = [str(label) for label in values]
    rows = [
        list(value) if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        for value in values.values()
    ]
    try:
        worst = min(float(number) for row in rows for number in row)
    except (TypeError, ValueError) as error:
        raise ValueError(_("one of the values is no number")) from error
    if worst < 0 or len({len(row) for row in rows}) != 1:
        raise ValueError(_("every bar needs as many numbers as the others, none below 0"))
    width = len(rows[0])
    return labels, rows, [*names, *(str(n + 1) for n in range(len(names), width))][:width]


def _friendly(error: ValueError) -> Picture:
    text = _("I cannot draw this: {reason}").format(reason=error)
    return Picture(f"<p>{escape(text)}</p>", text)


def bars(
    values: Mapping[Any, Any],
    title: str = "",
    names: Sequence[str] = (),
    counts: bool = False,
    logarithmic: bool = False,
    columns: Sequence[str] = (),
    width: int = WIDTH,
) -> Picture:
    """Lying bars with their numbers: shares of 1 in per cent, or with `counts` whole numbers.

    A value may be a pair of numbers, named by `names`: two bars below each other, to compare. `logarithmic` makes
    every factor of ten a step of the same length (for numbers that differ by more than the screen is wide). With
    `columns`, of the labels and of each number, the numbers stand below as a table, too; `width` is the drawing's.

    >>> print(bars({"heads": 0.5, "tails": 0.5}))
    heads  50 %
    tails  50 %
    """
    try:
        labels, rows, names = _series(values, names)
    except ValueError as error:
        return _friendly(error)
    say = count if counts else percent
    most = max((float(number) for row in rows for number in row), default=0) or 1
    left = min(300, 14 + 7.4 * max(map(len, labels)))
    room = width - left - 130

    def length(number: Number) -> float:
        if not logarithmic:
            return room * float(number) / most
        return room * _log(float(number)) / (_log(most) or 1)

    several = len(rows[0]) > 1
    step = 20 if several else 26
    high = 0.0
    parts: list[str] = []
    if several:
        at = left
        for n, name in enumerate(names):
            parts.append(f'<rect x="{at:.0f}" y="2" width="13" height="13" class="tlc-{n % 3}"/>')
            parts.append(f'<text x="{at + 19:.0f}" y="13">{escape(name)}</text>')
            at += 40 + 7.5 * len(name)
        high = 26
    for label, row in zip(labels, rows, strict=True):
        middle = high + step * len(row) / 2 + 5
        parts.append(f'<text x="{left - 10:.0f}" y="{middle:.0f}" text-anchor="end">{escape(label)}</text>')
        for n, number in enumerate(row):
            long = max(length(number), 1.5 if number else 0)
            parts.append(
                f'<rect x="{left:.0f}" y="{high + 3:.0f}" width="{long:.1f}" height="{step - 5}" rx="2" '
                f'class="tlc-{n % 3}"/>'
                f'<text x="{left + long + 7:.0f}" y="{high + step - 6:.0f}">{escape(say(number))}</text>'
            )
            high += step
        high += 8 if several else 0
    parts.append(
        f'<line class="tlc-axis" x1="{left:.0f}" y1="{26 if several else 0}" x2="{left:.0f}" y2="{high:.0f}"/>'
    )
    hear = "; ".join(
        f"{label}: {', '.join(say(number) for number in row)}" for label, row in zip(labels, rows, strict=True)
    )
    drawing = (
        f'<svg viewBox="0 0 {width} {high + 4:.0f}" width="{width}" role="img" '
        f'aria-label="{escape(f"{title}. {hear}")}">{"".join(parts)}</svg>'
    )
    cells = [[say(number) for number in row] for row in rows]
    below = _numbers_below(columns[0], columns[1:], labels, cells) if columns else ""
    return Picture(framed(title, drawing, below), _as_text(title, labels, cells, names if several else []))


def _log(number: float) -> float:
    return math.log10(number) + 0.3 if number >= 1 else 0.0


def _as_text(
    title: str, labels: Sequence[str], rows: Sequence[Sequence[str]], names: Sequence[str], across: str = ""
) -> str:
    table = [[across, *names], *([label, *row] for label, row in zip(labels, rows, strict=True))] if names else [
        [label, *row] for label, row in zip(labels, rows, strict=True)
    ]  # fmt: skip
    widths = [max(len(row[n]) for row in table) for n in range(len(table[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
    return "\n".join([title, *lines] if title else lines)


def curve(values: Mapping[int, Any], title: str = "", names: Sequence[str] = (), across: str = "") -> Picture:
    """Points joined by lines, one for each whole number: how a share of 1 grows. `across` names the numbers.

    A value may be several shares, named by `names`: as many lines, of which each also has its own kind of points.
    """
    try:
        labels, rows, names = _series(values, names)
        places = [float(label) for label in labels]
    except ValueError as error:
        return _friendly(error)
    tick = _tick(max(float(number) for row in rows for number in row) or 1)
    most = tick * math.ceil(max(float(number) for row in rows for number in row) / tick - 1e-9) or tick
    left, top, wide, deep = 62.0, 30.0, WIDTH - 90.0, 230.0
    first, last = min(places), max(places)

    def x(place: float) -> float:
        return left + wide * (place - first) / ((last - first) or 1)

    def y(number: float) -> float:
        return top + deep * (1 - number / most)

    parts = []
    for step in range(round(most / tick) + 1):
        number = step * tick
        parts.append(
            f'<line class="tlc-axis" x1="{left}" x2="{left + wide}" y1="{y(number):.0f}" y2="{y(number):.0f}"/>'
        )
        parts.append(
            f'<text x="{left - 8}" y="{y(number) + 4:.0f}" text-anchor="end">{escape(percent(number, 2))}</text>'
        )
    for place, label in zip(places, labels, strict=True):
        parts.append(f'<text x="{x(place):.0f}" y="{top + deep + 20}" text-anchor="middle">{escape(label)}</text>')
    if across:
        parts.append(f'<text x="{left + wide / 2}" y="{top + deep + 42}" text-anchor="middle">{escape(across)}</text>')
    at = left
    for n in range(len(rows[0])):
        points = [(x(place), y(float(row[n]))) for place, row in zip(places, rows, strict=True)]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        parts.append(f'<polyline class="tlc-line tlc-{n % 3}" style="fill:none" points="{path}"/>')
        parts += [_point(n, a, b) for a, b in points]
        if len(rows[0]) > 1:
            parts.append(_point(n, at + 6, 10) + f'<text x="{at + 18:.0f}" y="14">{escape(names[n])}</text>')
            at += 46 + 7.5 * len(names[n])
    cells = [[percent(number) for number in row] for row in rows]
    table = _numbers_below(across, names if len(rows[0]) > 1 else [""], labels, cells)
    drawing = (
        f'<svg viewBox="0 0 {WIDTH} {top + deep + (50 if across else 28):.0f}" width="{WIDTH}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )
    return Picture(framed(title, drawing, table), _as_text(title, labels, cells, names if len(rows[0]) > 1 else []))


def balance(totals: Sequence[float], title: str = "", across: str = "", names: Sequence[str] = ("",)) -> Picture:
    """A running total, which may fall below nought, after each of 1, 2, 3 ... things; `across` names them.

    >>> print(balance([2, 1, -1], across="deals", names=["points"]))
    deals  points
    1      +2
    2      +1
    3      −1
    """
    numbers = [float(number) for number in totals]
    labels, rows = (
        [str(n) for n in range(1, len(numbers) + 1)],
        [[_signed(number)] for number in numbers],
    )
    low, high = min([0.0, *numbers]), max([0.0, *numbers])
    step = max(1.0, _tick(high - low or 1))
    low, high = step * math.floor(low / step), step * math.ceil(high / step) or step
    left, top, wide, deep = 62.0, 12.0, WIDTH - 90.0, 230.0

    def x(place: int) -> float:
        return left + wide * place / max(1, len(numbers))

    def y(number: float) -> float:
        return top + deep * (high - number) / (high - low)

    parts = []
    for n in range(round((high - low) / step) + 1):
        number = low + n * step
        bold = ' style="stroke-opacity:.9"' if not number else ""
        at = f"{y(number):.0f}"
        parts.append(f'<line class="tlc-axis"{bold} x1="{left}" x2="{left + wide}" y1="{at}" y2="{at}"/>')
        said = _signed(number)
        parts.append(f'<text x="{left - 8}" y="{y(number) + 4:.0f}" text-anchor="end">{said}</text>')
    points = [(x(place), y(number)) for place, number in enumerate([0.0, *numbers])]
    path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
    parts.append(f'<polyline class="tlc-line tlc-0" style="fill:none" points="{path}"/>')
    if len(points) <= 40:
        parts += [_point(0, a, b) for a, b in points]
    last = len(numbers)
    for place in sorted({0, last // 2, last}):
        parts.append(f'<text x="{x(place):.0f}" y="{top + deep + 20}" text-anchor="middle">{place}</text>')
    parts.append(f'<text x="{left + wide / 2}" y="{top + deep + 42}" text-anchor="middle">{escape(across)}</text>')
    drawing = (
        f'<svg viewBox="0 0 {WIDTH} {top + deep + 50:.0f}" width="{WIDTH}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )
    shown = framed(title, drawing, _numbers_below(across, names, labels, rows))
    return Picture(shown, _as_text(title, labels, rows, names, across))


def band(
    points: Sequence[tuple[str, float, float, float]], title: str = "", names: Sequence[str] = ("", "", "", "")
) -> Picture:
    """A line in its band, one point after another: (label, lowest, middle, highest). `names` are the table's columns.

    >>> print(band([("1 May", 1300, 1500, 1700), ("2 May", 1400, 1550, 1700)], names=["day", "from", "rating", "to"]))
    day    from  rating  to
    1 May  1300  1500    1700
    2 May  1400  1550    1700
    """
    low, high = min(point[1] for point in points), max(point[3] for point in points)
    step = max(_tick(high - low or 1), 1.0)
    low, high = step * math.floor(low / step), step * math.ceil(high / step)
    left, top, wide, deep = 54.0, 12.0, SMALL - 74.0, 190.0

    def at(place: int, value: float) -> tuple[float, float]:
        share = place / (len(points) - 1) if len(points) > 1 else 0.5
        return left + wide * share, top + deep * (high - value) / ((high - low) or 1)

    parts = []
    for n in range(round((high - low) / step) + 1):
        _x, y = at(0, low + n * step)
        parts.append(f'<line class="tlc-axis" x1="{left}" x2="{left + wide}" y1="{y:.0f}" y2="{y:.0f}"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.0f}" text-anchor="end">{low + n * step:.0f}</text>')
    edge = [at(n, point[1]) for n, point in enumerate(points)]
    edge += [at(n, points[n][3]) for n in reversed(range(len(points)))]
    middle = [at(n, point[2]) for n, point in enumerate(points)]
    parts.append(f'<polygon class="tlc-band" points="{_path(edge)}"/>')
    parts.append(f'<polyline class="tlc-line tlc-0" style="fill:none" points="{_path(middle)}"/>')
    if len(points) <= 40:
        parts += [_point(0, *each) for each in middle]
    ends = {0: "start", len(points) - 1: "end"} if len(points) > 1 else {0: "middle"}
    for place, anchor in ends.items():
        label = escape(points[place][0])
        parts.append(f'<text x="{middle[place][0]:.0f}" y="{top + deep + 20}" text-anchor="{anchor}">{label}</text>')
    labels, rows = [point[0] for point in points], [[f"{value:.0f}" for value in point[1:]] for point in points]
    text = _as_text(title, labels, rows, names[1:], names[0])
    return Picture(
        framed(title, _drawing(parts, top + deep + 28, title), _numbers_below(names[0], names[1:], labels, rows)), text
    )


def intervals(
    rows: Sequence[tuple[str, float, float, float, str]], title: str = "", names: Sequence[str] = ("", "", "")
) -> Picture:
    """Shares of 1 with how sure they are: (label, lowest, share, highest, what it rests on), a dot on a line each.

    `names` are the columns of the table: of the labels, the shares, what they rest on.

    >>> print(intervals([("chop now", 0.3, 0.5, 0.7, "5 of 10")], names=["theme", "right", "tried"]))
    theme     right                         tried
    chop now  50 % (between 30 % and 70 %)  5 of 10
    """
    left, step, top = min(190.0, 14 + 7.0 * max(len(row[0]) for row in rows)), 26.0, 8.0
    wide, deep = SMALL - left - 24, step * len(rows)
    parts = []
    for n in range(5):
        x = left + wide * n / 4
        parts.append(f'<line class="tlc-axis" x1="{x:.0f}" x2="{x:.0f}" y1="{top}" y2="{top + deep:.0f}"/>')
        label = escape(percent(n / 4))
        parts.append(f'<text x="{x:.0f}" y="{top + deep + 18:.0f}" text-anchor="middle">{label}</text>')
    for n, (label, low, share, high, _rests) in enumerate(rows):
        y = top + step * (n + 0.5)
        shown = label if len(label) <= 26 else label[:25] + "…"
        parts.append(f'<text x="{left - 8:.0f}" y="{y + 4:.0f}" text-anchor="end">{escape(shown)}</text>')
        ends = [left + wide * value for value in (low, high)]
        parts.append(f'<line class="tlc-line tlc-0" x1="{ends[0]:.1f}" x2="{ends[1]:.1f}" y1="{y:.0f}" y2="{y:.0f}"/>')
        parts += [
            f'<line class="tlc-line tlc-0" x1="{x:.1f}" x2="{x:.1f}" y1="{y - 5:.0f}" y2="{y + 5:.0f}"/>' for x in ends
        ]
        parts.append(_point(0, left + wide * share, y))
    said = _("{share} (between {low} and {high})")
    cells = [
        [said.format(share=percent(round(share, 2)), low=percent(round(low, 2)), high=percent(round(high, 2))), rests]
        for _label, low, share, high, rests in rows
    ]
    labels = [row[0] for row in rows]
    text = _as_text(title, labels, cells, names[1:], names[0])
    drawing = _drawing(parts, top + deep + 24, title)
    return Picture(framed(title, drawing, _numbers_below(names[0], names[1:], labels, cells)), text)


def calendar(
    days: Mapping[date, int], last: date, title: str = "", names: Sequence[str] = ("", ""), weeks: int = 16
) -> Picture:
    """How many of something on each day: a square a day with its number, a column a week, up to the day `last`.

    >>> from datetime import date
    >>> print(calendar({date(2026, 5, 1): 3}, date(2026, 5, 2), names=["day", "answers"]))
    day         answers
    2026-05-01  3
    """
    first = last - timedelta(days=last.weekday() + 7 * (weeks - 1))
    there = {day: number for day, number in sorted(days.items()) if first <= day <= last and number}
    most, size, top = max(there.values(), default=1), (SMALL - 8.0) / weeks, 20.0
    parts = []
    for n in range((last - first).days + 1):
        day = first + timedelta(days=n)
        x, y = 4 + size * (n // 7), top + size * (n % 7)
        number = there.get(day, 0)
        strength = f' style="fill-opacity:{0.15 + 0.4 * number / most:.2f}"' if number else ""
        kind = "tlc-day tlc-full" if number else "tlc-day"
        parts.append(
            f'<rect class="{kind}"{strength} x="{x + 1:.1f}" y="{y + 1:.1f}" '
            f'width="{size - 3:.1f}" height="{size - 3:.1f}" rx="3"/>'
        )
        if number:
            parts.append(
                f'<text x="{x + size / 2 - 0.5:.1f}" y="{y + size / 2 + 4:.1f}" text-anchor="middle">{number}</text>'
            )
        if day.day == 1 or not n:
            parts.append(f'<text x="{x + 1:.1f}" y="14">{day.month}.</text>' if day.day == 1 else "")
    labels, rows = [day.isoformat() for day in there], [[str(number)] for number in there.values()]
    drawing = _drawing(parts, top + 7 * size + 2, title)
    text = _as_text(title, labels, rows, names[1:], names[0])
    return Picture(framed(title, drawing, _numbers_below(names[0], names[1:], labels, rows)), text)


def _drawing(parts: Sequence[str], high: float, title: str) -> str:
    """A picture small enough to be read on a telephone."""
    return (
        f'<svg viewBox="0 0 {SMALL} {high:.0f}" width="{SMALL}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )


def _path(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _signed(number: float) -> str:
    return f"{number:+g}".replace("-", "−") if number else "0"


def _numbers_below(across: str, names: Sequence[str], labels: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The numbers of a picture as a table that can be unfolded below it."""
    head = "".join(f"<th scope=col>{escape(name)}</th>" for name in [across, *names])
    body = "".join(
        f"<tr><th scope=row>{escape(label)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
        for label, row in zip(labels, rows, strict=True)
    )
    name = escape(_("The numbers"))
    return (
        f"<details><summary>{name}</summary>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></details>"
    )


def _tick(most: float) -> float:
    """A round number of which three to six reach up to `most`."""
    power = 10.0 ** math.floor(math.log10(most))
    return next(part * power for part in (0.2, 0.25, 0.5, 1.0, 2.0) if most / (part * power) <= 6)


def _point(kind: int, x: float, y: float) -> str:
    shape = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5"',
        f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"',
        f'<path d="M{x:.1f} {y - 6:.1f}l5.5 10h-11z"',
    )[kind % 3]
    return f'{shape} class="tlc-{kind % 3}"/>'
