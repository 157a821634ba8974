"""What phones are shown: named parts of the view, nothing that is not named here, and never a picture."""

from __future__ import annotations

from typing import cast

_MOMENT = ("language", "game", "moment", "phase", "texts", "notice", "faces", "throw", "dice_wanted", "seconds_left")
_PLAYERS = ("players", "to_move", "turn_number", "turns", "at_stake", "points_to_win", "remarks", "beginning")
_SHEET = ("rows", "columns", "cells", "suggestion", "advised", "hint", "result", "ending", "card")
_GAME = (*_MOMENT, *_PLAYERS, *_SHEET, "pot", "hidden", "cloth")
_PLAYING = ("languages", "mode", "modes", "is_hinting", "setup", "warnings", "decisions")
_DIE = ("index", "face", "is_held", "doubts", "doubt_text", "ranking")
_NO_BUTTON = {"is_shown": False, "kind": "press", "label": "", "long_label": "", "throws": False}

View = dict[str, object]


def follower_view(view: View) -> View:
    """Return what a phone that follows is shown of the display's view: all to be seen, nothing to be touched."""
    can = cast("View", view["can"])
    return {
        **_common(view),
        "access": "follow",
        "languages": [],
        "decisions": [],
        "mode": "ask",
        "modes": [],
        "is_hinting": False,
        "setup": None,
        "warnings": [],
        "button": _NO_BUTTON,
        "can": dict.fromkeys(can, False),
    }


def control_view(view: View) -> View:
    """Return what a phone that plays is shown; while dice are taught, or the device is set up, it can only look on."""
    if view["teaching"] is not None or view["wizard"] is not None:
        return {**follower_view(view), "access": "control"}
    return {
        **_common(view),
        **{name: view[name] for name in _PLAYING if name in view},
        "access": "control",
        "button": view["button"],
        "can": view["can"],
    }


def _common(view: View) -> View:
    dice = cast("list[View]", view["dice"])
    return {
        **{name: view[name] for name in _GAME if name in view},
        "dice": [{**{name: die[name] for name in _DIE}, "picture": None} for die in dice],
        "is_simulated": False,
        "teaching": None,
        "wizard": None,
        "offers_wizard": False,
    }
