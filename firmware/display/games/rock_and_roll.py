"""Rock and Roll as the page shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.display.games.common import beginners, chips_text, decisions_view, richest, stacks, throwing_player

if TYPE_CHECKING:
    from firmware.display.messages import Catalogue
    from firmware.session.state import SessionState
    from scoring.games.rock_and_roll import RockAndRollState


def game_view(state: SessionState, game: RockAndRollState, words: Catalogue) -> dict[str, object]:  # noqa: ARG001 - as every look
    """Return the part of the view that the game fills."""
    return {
        "players": stacks(game),
        "to_move": throwing_player(game),
        "decisions": decisions_view(game, words),
        "remarks": beginners(game, words),
        "suggestion": None,
        "result": None,
    }


def told(state: SessionState, game: RockAndRollState, words: Catalogue) -> str:  # noqa: ARG001 - as every look
    """Return what the newest event was."""
    return ""


def hint(state: SessionState, game: RockAndRollState, words: Catalogue) -> str | None:  # noqa: ARG001 - as every look
    """Return what to do next, None where the usual words for the phase say it."""
    return None


def standing(game: RockAndRollState, words: Catalogue) -> str:
    """Return how many chips everybody has."""
    return chips_text(game, words)


def ending(game: RockAndRollState, words: Catalogue) -> str:
    """Return who has most chips."""
    return richest(game, words)
