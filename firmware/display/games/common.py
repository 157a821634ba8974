"""What every game's part of the view shares: who throws, who begins, chips, decisions in words."""

from __future__ import annotations

from typing import TypeAlias

from firmware.display.messages import Catalogue
from firmware.display.names import decision_text
from firmware.log.codec import plain_event
from firmware.session.decisions import decisions
from scoring.game import ChipGame, Game, Stage
from scoring.games.escalero import EscaleroState

GameOfChips: TypeAlias = ChipGame | EscaleroState


def throwing_player(game: Game) -> int | None:
    """Return who throws or decides next, for the beginning too; None where that is nobody, or anybody."""
    if game.stage is Stage.BEGINNING:
        return game.beginning.to_throw[0]
    return game.to_move


def beginners(game: Game, words: Catalogue) -> list[str]:
    """Return what was thrown for who begins, this round."""
    if game.stage is not Stage.BEGINNING:
        return []
    return [
        words.text("remark.beginner-throw", player=game.players[throw.player], points=sum(throw.faces))
        for throw in game.beginning.latest
    ]


def decisions_view(game: Game, words: Catalogue) -> list[dict[str, object]]:
    """Return what may be decided now, each with its words and the event that a touch sends back."""
    return [
        {"key": each.key, "label": decision_text(each, words), "event": plain_event(each.event)}
        for each in decisions(game)
    ]


def stacks(game: GameOfChips) -> list[dict[str, object]]:
    """Return the players with the chips before them."""
    richest = max(game.chips.stacks)
    is_over = game.stage is Stage.OVER and not game.is_abandoned
    return [
        {
            "name": name,
            "points": str(game.chips.stacks[seat]),
            "is_gone": seat not in game.seats,
            "is_winner": is_over and game.chips.stacks[seat] == richest,
        }
        for seat, name in enumerate(game.players)
    ]


def chips_text(game: GameOfChips, words: Catalogue) -> str:
    """Return how many chips everybody has, in words."""
    return " ".join(
        words.text("chips.has", player=name, count=game.chips.stacks[seat]) for seat, name in enumerate(game.players)
    )


def richest(game: GameOfChips, words: Catalogue) -> str:
    """Return who has most chips, in words; that several have is said so."""
    most = max(game.chips.stacks)
    names = [name for seat, name in enumerate(game.players) if game.chips.stacks[seat] == most]
    if len(names) > 1:
        return words.text("result.draw")
    return words.text("result.won", player=names[0])
