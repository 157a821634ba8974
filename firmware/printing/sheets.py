"""The page of any game, by what its log says."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from firmware.display.messages import Catalogue
from firmware.errors import GameIllegalError
from firmware.printing import rounds, spielplan
from firmware.printing.names import names_on_paper
from hardware.paper.scoresheet import scoresheet_pdf
from hardware.paper.spielplan import spielplan_pdf
from scoring.errors import ScoringError
from scoring.games.escalero import EscaleroState
from scoring.games.ten_by_ten import GameState
from scoring.rules import replay, rules_of
from scoring.ruleset import Ruleset

ESCALERO = "escalero"  # what names its empty sheet


def empty_pdf(words: Catalogue, *, columns: int) -> bytes:
    """Return the empty Spielplan."""
    return spielplan_pdf(spielplan.empty_plan(Ruleset(columns=columns), words), language=words.language)


def empty_escalero_pdf(words: Catalogue) -> bytes:
    """Return Escalero's empty sheet."""
    return scoresheet_pdf(rounds.empty_escalero(words), language=words.language)


def game_pdf(events: Sequence[Any], words: Catalogue, *, number: int | None, begun_utc: str | None) -> bytes:
    """Return the sheet of a game as it stands, whichever game it is.

    Raises:
        GameIllegalError: If the log does not replay.
    """
    try:
        if events:
            rules_of(events[0])  # else nobody knows what its first event has
            names = names_on_paper(events[0].players, words)  # in sentences, too
            events = [replace(events[0], players=names), *events[1:]]
        game = replay(events)
        match game:
            case GameState():
                plan = spielplan.filled_plan(game, words, number=number, begun_utc=begun_utc)
                return spielplan_pdf(plan, language=words.language)
            case EscaleroState():
                sheet = rounds.escalero_sheet(game, words, number=number, begun_utc=begun_utc)
            case _:
                sheet = rounds.rounds_sheet(events, words, number=number, begun_utc=begun_utc)
    except ScoringError as error:
        raise GameIllegalError(f"The log of this game is against the rules: {error}.") from error
    return scoresheet_pdf(sheet, language=words.language)
