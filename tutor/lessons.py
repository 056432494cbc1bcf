"""Everything that the notebooks import, by name: `from tutor.lessons import CardTable, why`.

A name is loaded from its module when it is asked for, so that a lesson waits only for what it uses (sympy, for
one, takes longer than the first card table).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

NAMES: dict[str, tuple[str, ...]] = {
    "tutor": ("Card", "Play", "Position", "Rules", "chance", "deal", "solve"),
    "tutor.charts": ("bars", "curve"),
    "tutor.classroom.pupils": ("Drill", "SetPuzzle", "hand_in", "i_am"),
    "tutor.classroom.teacher": (
        "class_results", "class_set", "lesson_plan", "made_up_class", "on_the_wall", "write_files",
    ),
    "tutor.dashboard": ("Dashboard",),
    "tutor.deals": ("my_deals",),
    "tutor.endgames": ("how_good", "one_case", "report_card", "which_single"),
    "tutor.layouts": ("all_shortest", "how_often", "plan_or_not", "shortest", "sure", "what_it_costs"),
    "tutor.odds": (
        "double_straight", "exactly", "no_two", "pairs", "quad", "share", "somebody_can_chop", "undealt", "without_run",
    ),
    "tutor.proofs": ("endings", "may_hold", "only_these", "places", "small_deal", "weigh"),
    "tutor.shapes": ("find_all", "how_many", "what_is"),
    "tutor.talk": ("higher", "may_answer", "order", "why"),
    "tutor.trees": ("looked_at", "tree"),
    "tutor.trials": (
        "deal_bars", "has_double_straight", "has_no_two", "has_quad", "random_hands", "try_all", "try_out", "twos_in",
    ),
    "tutor.whereabouts": ("where_was_i",),
    "tutor.widgets": (
        "BeatIt", "BeatRun", "Board", "CardTable", "ChopIt", "CountCards", "FinalCheck", "FindAll", "GuessNumber",
        "HouseRules", "MayLay", "NameIt", "PickCard", "PlayTable", "PositionEditor", "PuzzlePlayer", "Review",
        "SortCards", "SplitHand", "Training", "WhichAre", "WhoseTurn",
    ),
    "tutor.widgets.lesson_04": ("ChopsWhat", "chop_or_keep", "what_chops"),
    "tutor.widgets.lesson_05": (
        "NextDeal", "WhatPays", "WhatPlace", "WhoOpens", "pays", "pays_cards", "standings",
    ),
    "tutor.widgets.lesson_07": ("CostOf", "FirstPlay", "Losers"),
    "tutor.widgets.lesson_08": ("WhatWins",),
    "tutor.widgets.lesson_09": ("WhatIsSure", "how_likely"),
    "tutor.widgets.lesson_10": ("NodeValues", "WhichWins"),
    "tutor.widgets.lesson_11": (
        "WhatScore", "WhichPlay", "WinsAtOnce", "dealt", "points_with", "switch_on", "wins_at_once",
    ),
    "tutor.widgets.lesson_12": ("WhatIsOwed", "try_tip", "what_is_owed"),
}  # fmt: skip
"""Module -> the names that lessons take from it, both in the order of the alphabet."""

_MODULE = {name: module for module, names in NAMES.items() for name in names}
__all__ = sorted(_MODULE)


def __getattr__(name: str) -> Any:
    if name not in _MODULE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE[name]), name)


def __dir__() -> list[str]:
    return __all__
