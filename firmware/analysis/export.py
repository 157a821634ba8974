"""Analyses as data for other programs: JSON of all that is known, CSV of what happened, a line each."""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import assert_never

from firmware.analysis.analysed import Analysed
from firmware.errors import PlotError
from scoring.dice import Face
from scoring.strategy.account import Account, Act, EnteredIn, Held, Step, ThrowLuck

_NUMBERS = {
    "luck": "luck",
    "luck_of_dice": "of_dice",
    "re_estimated": "re_estimated",
    "loss": "loss",
    "blind_loss": "blind",
}
"""What is exported of a throw or a decision, by the field that has it."""


def game_data(game: Analysed) -> dict[str, object]:
    """Return all that is known of a game that was analysed, as plain data."""
    account = game.account
    return {
        "game": game.number,
        "players": list(game.state.players),
        "columns": game.state.ruleset.columns,
        "start": account.start,
        "result": account.result,
        "remainder": account.remainder(),
        "by_player": [_of_player(account, player) for player in (0, 1)],
        "curve": list(account.curve()),
        "steps": [{key: said for key, said in step_data(step).items() if said is not None} for step in account.steps],
    }


def step_data(step: Step) -> dict[str, object]:
    """Return a throw or a decision as plain data, the same keys for both; chances and luck are its player's."""
    return {
        "turn": step.turn_number,
        "player": step.player,
        "throw": step.throw_number,
        "kind": "throw" if isinstance(step, ThrowLuck) else "decision",
        "faces": _faces(step.faces),
        "chance": step.chance,
        **{key: getattr(step, name, None) for key, name in _NUMBERS.items()},
        "done": None if isinstance(step, ThrowLuck) else act_name(step.done),
        "best": None if isinstance(step, ThrowLuck) else act_name(step.best),
    }


def act_name(act: Act) -> str:
    """Return what was done in words that do not depend on the language.

    >>> act_name(Held(()))
    'hold nothing'
    """
    match act:
        case Held():
            return f"hold {_faces(act.faces) or 'nothing'}"
        case EnteredIn():
            return f"enter {act.cell.category.name.lower()} {act.cell.column} for {act.points}"
        case _:
            assert_never(act)


def json_text(data: object) -> str:
    """Return plain data as JSON, numbers to the last digit."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def csv_text(rows: Sequence[Mapping[str, object]]) -> str:
    """Return rows of the same keys as CSV, with a line of heads."""
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def write_all(*files: tuple[Path | None, Callable[[], str]]) -> None:
    """Write some files, and what can be written even where another cannot.

    Raises:
        PlotError: If one cannot be written; the first of them.
    """
    failed: list[PlotError] = []
    for path, make in files:
        if path is not None:
            try:
                path.write_text(make(), encoding="utf-8")
            except OSError as error:
                failed.append(PlotError(f"{path} cannot be written: {error.strerror}. Choose another place."))
    if failed:
        raise failed[0]


def _of_player(account: Account, player: int) -> dict[str, object]:
    accuracy = account.accuracy(player)
    return {
        "luck": account.luck(player),
        "luck_of_dice": account.luck_of_dice(player),
        "loss": account.loss(player),
        "decisions": accuracy.decisions,
        "mean_loss": accuracy.mean_loss,
        "accuracy": accuracy.share,
        "result_without_luck": account.without_luck(player),
    }


def _faces(faces: Sequence[Face]) -> str:
    return " ".join(face.name.lower() for face in faces)
