"""The games in which the plug is pulled: how each begins, what of a view must survive, and what players do next."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from scoring.games.rock_and_roll import Field
from tests.endtoend.pot import POT_PLAYERS, begun
from tests.endtoend.running import Running, View

THROWS = 6
"""After so many the bank gives notice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KilledGame:
    begun: Mapping[str, Any]  # What a new game is begun with
    shown: Callable[[View], object]  # What of a view must be there again
    move: Callable[[Running, View, random.Random], None]  # Does the next thing a player would
    has_own_throws: bool = False  # `move` throws, too; else what is due to be thrown is thrown by a press.
    life_s: float = 6.0  # The plug is pulled at a moment up to so long after each start


def _decide(running: Running, view: View, event: Mapping[str, Any]) -> None:
    running.touch("decide", event=event, moment=view["moment"])


def _decisions(view: View) -> dict[str, Any]:
    return {each["key"]: each["event"] for each in view["decisions"]}


# -- sheets ------------------------------------------------------------------------------------------------------------


def _entries(view: View) -> object:
    found = []
    for row, cells in zip(view["rows"], view["cells"], strict=True):
        pairs = cells if isinstance(cells[0], list) else [cells]
        name = row.get("category", row.get("row"))
        for column, seats in enumerate(pairs):
            found += [(each["turn"], name, column, seat, each["points"]) for seat, each in enumerate(seats) if each]
    return sorted(found)


def free_cells(view: View) -> list[tuple[str, int]]:
    """Return the cells of Würfelpoker 10×10 that who is to move may still fill: row and column."""
    return [
        (row["category"], column["column"])
        for row, cells in zip(view["rows"], view["cells"], strict=True)
        for column, pair in zip(view["columns"], cells, strict=True)
        if pair[view["to_move"]] is None
    ]


def _enter(running: Running, view: View, _: random.Random) -> None:
    if view["phase"] == "read" and view["throw"]["number"] < 2:
        running.press()
    elif view["phase"] in {"read", "entering", "corrected"} and view["can"]["enter"]:
        category, column = free_cells(view)[0]
        running.touch("touch-cell", category=category, column=column, moment=view["moment"])


def _enter_row(running: Running, view: View, _: random.Random) -> None:
    if view["phase"] == "read" and view["throw"]["number"] < 2:
        running.press()
    elif view["phase"] in {"read", "entering"}:
        best = max(view["rows"], key=lambda row: -1 if row["preview"] is None else row["preview"])
        _decide(running, view, {"type": "row-entered", "row": best["row"]})


# -- chips -------------------------------------------------------------------------------------------------------------


def _pot(view: View) -> object:
    pot = view["pot"]
    seats = [(seat["name"], seat["stack"], seat["staked"], seat["faces"], seat["state"]) for seat in pot["seats"]]
    return [pot[name] for name in ("phase", "chips", "cost", "decider", "round")], seats


def _raise_or_pass(running: Running, view: View, chance: random.Random) -> None:
    decisions = _decisions(view)
    if view["phase"] in {"read", "entering"}:
        key = "raise" if "raise" in decisions and chance.random() < 0.4 else "keep-hand"
        _decide(running, view, decisions[key])
    elif view["phase"] == "deciding" and "begin-round" in decisions:
        running.press()
    elif view["phase"] == "deciding":
        key = "pass" if "go-along" not in decisions or chance.random() < 0.3 else "go-along"
        _decide(running, view, decisions[key])


def _hidden(view: View) -> object:
    hidden = view["hidden"]
    seats = [(seat["stack"], seat["state"], seat["claim"], seat["found"]) for seat in hidden["seats"]]
    return hidden["stage"], hidden["pot"], seats


def _lie_or_doubt(running: Running, view: View, chance: random.Random) -> None:
    stage = view["hidden"]["stage"]
    if view["phase"] == "burning" and stage == "lifting":
        running.touch("repeat-throw")
    elif stage in {"beginning", "lifting"} and view["phase"] != "reading":
        running.press()
    elif stage == "between":
        _decide(running, view, {"type": "round-began"})
    elif stage == "hidden":
        httpx.post(f"{running.url}simulated/cover", json={}).raise_for_status()
        said = chance.choice([each for each in view["decisions"] if each["key"] == "announce"])
        _decide(running, view, said["event"])
    elif stage == "doubting" and chance.random() < 0.03:
        _decide(running, view, _decisions(view)["doubt"])


def _cloth(view: View) -> object:
    cloth = view["cloth"]
    lying = [
        (each["seat"], field["field"], each["count"])
        for field in cloth["fields"]
        for each in field["chips"]
        if each["back"] is None
    ]
    return [player["points"] for player in view["players"]], sorted(lying), cloth["round"], cloth["left"]


def _bet_or_throw(running: Running, view: View, chance: random.Random) -> None:
    cloth = view["cloth"]
    if view["phase"] == "burning" or (view["phase"] == "waiting" and chance.random() < 0.3):
        running.press()
    elif view["phase"] == "waiting" and cloth["notice"] is not None and cloth["round"] >= THROWS:
        _decide(running, view, cloth["notice"])
    elif view["phase"] == "waiting":
        seat, field = chance.randint(1, 3), chance.choice(tuple(Field)).value
        _decide(running, view, {"type": "bet-placed", "player": seat, "chips": chance.randint(1, 9), "field": field})


def _pot_game(name: str) -> KilledGame:
    return KilledGame(begun=begun(name), shown=_pot, move=_raise_or_pass, life_s=16.0)


GAMES: dict[str, KilledGame] = {
    "ten-by-ten": KilledGame(
        begun={"game": "ten-by-ten", "players": ["Manfred", "Ewald"], "agreed": {"beginner": 0}},
        shown=_entries,
        move=_enter,
    ),
    "escalero": KilledGame(
        begun={"game": "escalero", "players": list(POT_PLAYERS), "agreed": {"beginner": 0}},
        shown=_entries,
        move=_enter_row,
    ),
    "open-poker": _pot_game("open-poker"),
    "joker-poker": _pot_game("joker-poker"),
    "al-capone": _pot_game("al-capone"),
    "hidden-poker": KilledGame(
        begun={"game": "hidden-poker", "players": list(POT_PLAYERS), "agreed": {"stack": 30, "beginner": 0}},
        shown=_hidden,
        move=_lie_or_doubt,
        has_own_throws=True,
        life_s=9.0,
    ),
    "rock-and-roll": KilledGame(
        begun={"game": "rock-and-roll", "players": ["Elfriede", "Anna", "Berta", "Cilli"], "agreed": {"stack": 200}},
        shown=_cloth,
        move=_bet_or_throw,
        has_own_throws=True,
    ),
}
