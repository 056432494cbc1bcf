"""Exhaustive search: what a seat can force, whatever all the others do.

`solve` gives the exact value of every legal play of a position and a line of best play for each; `chance` the share
of deals in which a play keeps the goal, where hands are hidden. `plain` is the definition: minimax over every legal
play. `fast` answers the same with `kernel`, one source for plain Python and for numba (`compiled`), and is tested
against `plain` play by play, value and line.

What is searched
----------------
The seat to play is the *hero*; all others together (with `partnership` the other pair) are the opposition. The
kernel decides one yes-or-no question at a time, depth first: can the *attacker* reach a threshold? The attacker is
the hero ("my value is at least t") or the opposition ("the hero's value is at most t"). `first` and `not-last` are
one question, `place` and `points` a few, found by halving the list of values that are possible at all. Every legal
root play is made on the board and searched from there, so that no cut ever touches the learner's own play; a
position reached by several of them is searched once, because they share one table.

A line needs more than values: the shortest win, the longest defence. Outcomes are ordered by value first and by the
number of plays (passes too) second, and both sides want opposite ends of that order, so an outcome is found by the
same search with a limit: *within d plays* for d = 1, 2, ... until it succeeds. For a value that can still be beaten
the question is "more than v at any time, or exactly v within d plays": where the limit has run out, the search goes
on without one for v + 1. Ties are broken on the real board: the first play in `legal_plays` order whose outcome is
the right one.

A *node* is a position in which the seat to play has an answer, or leads. A seat that cannot answer passes on the
spot, and a play that nobody can answer leaves its owner on lead; the passes are counted as plays in the limit.

The cuts, and why each is sound
-------------------------------
*Lowest suits below the top card* (Tiến Lên; Big Two when no seat can make a flush any more). A seat that plays
alone for its side need not try two plays of one kind, length and top card: the one that spends the lowest cards
does. Say it keeps y instead of x, a lower card of the same rank. Then whatever it could do with x it can do with y,
play for play: everything y beats is beaten that x beats, whatever answers y answers x, ranks (and so kinds, bombs
and points) are the same, and it can never be forced to use the difference, since passing is free but for
`no_pass_first_trick`, where having laid the play frees the seat. So value and length are no worse. For two seats
this holds for both, for more only for the lone hero (or the last opponent left): a seat with partners may want its
partner to beat the card. `pagat 3s4s4cAh/7s7d7hKs/7c 0 - -` is the proof and a test. At the root it is never used.

*Cards that are the same card.* Cards of one rank in one hand with no card of another hand, no unseen card and not
the table's card between them can be exchanged: every comparison comes out the same, now and later. Only one play of
each such class is tried, for any side; which cards lie between is read from the hands as they are now. Plays of
partners that differ in suits below the top are put off until all others have failed.

*Better cards.* A position is the same game as another if its cards can be renamed one by one, in order, so that
nothing changes that any play depends on: for each hand how many cards it has of each of its ranks, which of these are
neighbours where a run could be made, and which are 2s where bombs matter; for all cards which is higher. And it is a
better one for the hero if every card of the opposition that a card of the hero beats is still beaten by the card
renamed from it, while the hands and the order of the opposition's cards *among themselves* are the same. For say that
the hero can reach its threshold (within so many plays) in the first. In the second it lays the renamed cards of what
it would have laid there. All of its plays are legal, since its cards beat what they beat before; every play of the
opposition is one that was legal in the first, since over each other their cards are ordered as they were, and over
the hero's they beat no more. So the same plays, passes too, lead to the same result, and the cards left stand in the
same relation. If the hero cannot reach it in a position, it cannot in a worse one. That is what an entry of the table
answers for: its key holds the hands' shapes and the order of the opposition's cards, and an entry the place of the
hero's cards among them, whether the attacker succeeds and within how many plays. Up to eight entries of one key are
kept that say different things. What lies on the table is held in the same two parts: how many of the cards of the
opposition still to be asked it leaves to answer (the key), and how many of the hero's, or of the opposition's if the
table is the hero's own (the entry). It is not so that a *lower* card of one opponent is worse for the opposition,
which is why their order is in the key. Not used with hidden hands, with `partnership` in Big Two, where somebody can
still make a flush, a straight may wrap, five cards lie on the table or 2s count double, before all have played where
passing is forbidden, and with more than 44 cards.

*The key elsewhere.* Only the order of the owners within a rank is kept. In Tiến Lên ranks that nobody holds vanish,
unless the gap keeps two parts of one owner's ranks apart that together would be long enough for a run; 2s keep their
place. Of the table's card only its kind is kept and how many of the cards left it beats: two tables that leave the
same answers to all who are still to be asked are the same table (whether a 2 lies there is kept too, for the bombs).
In Big Two suits stay as they are while somebody can still make a flush. An entry holds the longest limit known to
fail and the shortest known to succeed.

Either key fits three words with nothing hashed away, so an entry never answers for a position that it does not cover;
a full table gives up old entries, which costs time and nothing else. Seats, locks, chain, counts of hidden hands, the
order of going out (where points depend on it), the threshold and the attacker are part of the key.

*The first success ends a node*, and a play that empties the hand is tried first.

*Sure sets.* A leader all of whose ranks but one are sets that no enemy can beat (a single, pair, triple or quad
above everything of that size; with bombs about, no 2) lays them one by one and goes out with the last. Neither do
loose sets matter that have a sure one of the same size behind them each: the leader lays a loose one, and whatever
answers it, the sure one takes the lead back (a loose 2 that a bomb might answer is no such set; a sure pair, triple or
quad to spare stands behind as many loose singles, if each of its cards is sure as a single). Meanwhile every enemy
lays at most one answer to each, so it must hold more cards than all of these sets together. So does a seat with an
answer that cannot be beaten and such a hand behind it. Partners of the leader pass. Used where going out settles the
question, without a limit of plays, never in a first trick in which passing is forbidden.

*Single cards only.* With two open hands that make nothing but singles the leader wins exactly if M(A, B without its
lowest) >= M(B, A without its lowest), where M(X, Y) is the greatest number of disjoint pairs of a card of X above a
card of Y. Found by fitting, checked on every split of up to 14 cards and here against plain search; no suits, bombs
or straights can interfere, since neither hand has a pair or a run.

*Not in time.* A question with a limit fails at once if the attacker's hand cannot be laid in so few plays (each rank
outside a possible run takes a play), or if the same question without a limit is known to fail.

Order, which changes only the time: fewest turns left first (a rank is a turn, a run of loose cards one, by the
lengths that the rules allow), sure sets in hand count as a turn saved, then the longest and the lowest lead. The pass
comes last, but for partners, who weigh it against the cards an answer would cost; where one of them holds the lead
whatever the hero has, only an answer that saves a turn comes before it.

Hidden hands
------------
*Sure* means: one strategy that sees only what the hero sees wins on every deal that agrees with the position and
against every defence. It is found exactly by the *pool search*: perfect information, except that a hidden seat may
lay any combination from the pool of unseen cards that fits its count, and the cards then leave the pool.

If the hero wins the pool search, its strategy there is a function of what was laid, that is of what it sees; on any
real deal the others' plays are among those allowed in the pool, so it wins them all. If it does not, the opposition
has a strategy in the pool search against which the hero cannot win; let the hero fix any strategy that depends on
what it sees. Follow both to the end. The cards that each hidden seat laid are distinct, unseen and no more than its
count; give every hidden seat those it laid, and fill up with the other unseen cards, of which there are enough.
That is a deal that agrees with the position, in which every one of these plays was legal (answers are compared with
the table alone, and passing is always allowed, whatever one holds), and in which the hero, seeing exactly the same,
plays the same and fails. So no strategy is sure. The same holds for every threshold of `place` and `points`. It
needs that a pass proves nothing (`no_pass_first_trick` is refused) and that the result depends on no card that
stays unseen (`points` with `twos_double` or `twos_triple` are refused); with `partnership` the partner does not see
the hero's hand either, which is another question, and refused. Unseen cards may be more than the hidden hands hold;
the rest is set aside. Note that lines with hidden hands end with the plays of such an opposition: one deal among
many.

Limits
------
Nodes and seconds are shared by all questions of one call. Each root play first gets a small share, then eight times
as much, and so on, so an easy win is not held up by a hard defence. What is settled keeps its value when a limit, or
Ctrl-C, ends the search. Lines come after all values: the shortest ones can cost a hundred times as much, so at most
ten million positions are spent on them. Where that or a limit ends them, a line is one that keeps the value, read off
the proof, and the answer says that it is not `shortest`. Node counts, and with a limit of nodes the answers, are the
same on every run and for both kernels. Complete answers are remembered (the last 256); a remembered answer is given
only if the limit of nodes would have sufficed.

Not covered: an order of the opposition's own interests (max-n): here all others are against the hero, as in the
goals' definition.

What was tried
--------------
Positions expanded per deal (100 or 150 deals of 13 v 13 in `sheet`, 100 or 200 of 4 x 7 in `pagat`), unless said
otherwise:

- sure sets, one loose rank allowed, and unbeatable answers before them: 33,656 -> 19,700 and 29,127 -> 17,000
- sure sets behind loose ones: 16,872 -> 12,805 and 14,519 -> 12,418; 4 x 5 335 -> 285
- better cards: 12,805 -> 4,886 and 12,418 -> 7,509; 4 x 8 15,272 -> 4,547, Big Two 10 v 10 1,606 -> 351. With suits
  alone to compare by: six positions of 27,861. With the height of the table alone: -6 %. That a 2 is one kept only
  where somebody has a bomb, with more than two seats: -1 %, left out
- partners weigh the pass: 4 x 7 14,976 -> 11,161
- once the hero can no longer answer a partner's play, only answers that save a turn before the pass: 4 x 7 7,509 ->
  5,600 (other deals: 13,094 -> 11,395 visited), 4 x 8 -9 %, 3 x 8 and 4 x 5 -3 to -5 %, Big Two's 4 x 5 and 3 x 7 -7 %,
  geometric mean of 4 x 7 -25 %. The pass before those, too: less. The same rule where the hero can still answer, or
  where another partner may answer the hero: means -17 to +31 %, geometric means up to 30 % worse, left out
- partners' leads by length less strongly: 4 x 7 14,976 -> 13,385
- answers that keep sure sets counted at three quarters: 13 v 13 15,717 -> 14,975 (capped at 400,000 nodes a deal)
- three pairs in a row counted as one turn: 13 v 13 15,941 -> 14,867 (250 deals, capped at a million nodes a deal)
- loose ranks without a sure set behind them counted in the order: 13 v 13 -13 % and +7 % (two sets of 150 deals),
  3 x 8 2.7 times: left out
- a history of plays that succeeded: 13 v 13 +1 to +11 % on 250 deals (-6 % on the first 100), 4 x 7 +7 to +19 %: left
  out. The order leaves little: the first play tried succeeds in 97 of 100 answers and 87 of 100 leads that succeed
- leads that nobody can beat first: no gain; lowest lead weighted double: +15 %
- a play given up for the next one after 300 to 2,000 positions, then with 4 or 8 times as many: 1.7 to 2.4 times as
  many at 13 v 13, -1 to +40 % at 4 x 7
- locks of seats that could not answer anyway taken out of the key: below 1 %
- settling whether a line's side wins at all before asking within how many plays: 1.5 to 2.8 times the nodes
- children looked up before the first is searched, from 14 cards on: -8 and -14 % expanded, 10 to 20 % more time; only
  the position after everybody has passed: -5 and -8 %, no less time; proof numbers (a prototype): more time
- for the values of all plays, the position's own asked first: below 1 %; other orders of the plays: 0 to +4 %; 16
  entries of one key instead of 8: below 0.1 %; children looked up first: -5 to -24 % for all plays (13 v 13), but the
  value alone falls as much, and it takes longer
- relevance, as in partition search: each proof carries how high every card of the hero has to stand among the others
  (if it fails, may stand), and the entry is kept for all positions that agree in this: 13 v 13 -4 %, 10 v 10 -1 %,
  3 x 8 -2 %, 4 x 5 0, with 25 to 30 % more time for each position: left out. What a proof leaves free is mostly covered
  by better cards already. The shapes of the hands and the order of the opposition's cards were not made wildcards

Where the effort goes: three quarters of the positions of 13 v 13, and nearly all of a lost 4 x 7, lie below plays that
were tried before one that succeeds, though of those that succeed the first answer tried is right in 94 of 100
cases and the first lead in 79 (13 v 13).

Left open: shapes of hands as wildcards, tighter bounds on the plays left (lines with three and more seats cost ten to a
hundred times the values).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..position import Position
from .result import GOALS, Interrupted, PlayVerdict, Progress, Solution

if TYPE_CHECKING:
    from .chances import Chance

__all__ = ["GOALS", "Interrupted", "PlayVerdict", "Progress", "Solution", "chance", "solve"]


def solve(
    position: Position,
    goal: str = "first",
    seconds: float | None = None,
    nodes: int | None = None,
    progress: Progress | None = None,
) -> Solution:
    """What the seat to play can force, and the exact value and a line of best play for each of its legal plays.

    - `goal`: `first` (out first), `not-last`, `place` (1 is best) or `points`
    - `seconds`, `nodes`: stop after this much time or this many positions; what is proved by then keeps its value.
      Lines come last: where the limit ended them, a line keeps its play's value but need not be the shortest win or
      the longest defence, or is empty, and `Solution.shortest` is False
    - `progress`: called with root plays settled, root plays in all, positions searched

    Raises `PositionError` for a deal that is over, `ValueError` for a goal or limit that makes no sense. Ctrl-C ends
    the search within a second and raises `Interrupted`, a KeyboardInterrupt whose `solution` has what is proved.
    """
    from .fast import solve_fast  # imported when asked for: `import tutor` stays light

    return solve_fast(position, goal, seconds, nodes, progress)


def chance(
    position: Position, goal: str = "first", deals: int = 20_000, seed: int = 0, progress: Progress | None = None
) -> Chance:
    """The share of the deals that agree with the position in which each legal play keeps the goal, hands open.

    - `goal`: `first` or `not-last`
    - `deals`: all deals are searched if there are at most this many, else this many drawn with `seed`; the result's
      `exact` says which, and a sampled share comes with its 95 % interval
    - `progress`: called with deals searched, deals to search, positions searched

    Raises `PositionError` and `ValueError` as `chances.chance` says; Ctrl-C is passed on.
    """
    from .chances import chance as find

    return find(position, goal, deals, seed, progress)
