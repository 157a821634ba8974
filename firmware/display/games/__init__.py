"""How each game looks: one module a game makes the part of the view that the game fills, and its sentences."""

from typing import Any, Protocol

from firmware.display.games import escalero, hidden_poker, pot, pot_words, rock_and_roll, ten_by_ten
from firmware.display.games.common import beginners, throwing_player
from firmware.display.messages import Catalogue
from firmware.session.state import SessionState
from scoring.dice import Faces
from scoring.game import Game
from scoring.games.escalero import EscaleroState
from scoring.games.hidden_poker import HiddenPokerState
from scoring.games.pot import PotState
from scoring.games.rock_and_roll import RockAndRollState
from scoring.games.ten_by_ten import GameState
from scoring.rules import rules_of


class _GameModule(Protocol):
    """What each of these modules has; what it is for stands at the functions below."""

    def game_view(self, state: SessionState, game: Any, words: Catalogue) -> dict[str, object]: ...
    def told(self, state: SessionState, game: Any, words: Catalogue) -> str: ...
    def hint(self, state: SessionState, game: Any, words: Catalogue) -> str | None: ...
    def standing(self, game: Any, words: Catalogue) -> str: ...
    def ending(self, state: SessionState, game: Any, words: Catalogue) -> str: ...


MODULES: dict[type[Any], _GameModule] = {
    GameState: ten_by_ten,
    PotState: pot,
    HiddenPokerState: hidden_poker,
    RockAndRollState: rock_and_roll,
    EscaleroState: escalero,
}


def _module(game: Game) -> _GameModule:
    """Return what shows a game, or the game that it is a kind of: all rounds for a pot look the same."""
    return next(MODULES[kind] for kind in type(game).__mro__ if kind in MODULES)


def game_view(state: SessionState, words: Catalogue) -> dict[str, object]:
    """Return the part of the view that the game fills; an empty sheet without one."""
    nothing = dict.fromkeys(("game", "to_move", "suggestion", "advised", "hint", "result"))
    nobody: dict[str, object] = {"players": [], "decisions": [], "remarks": [], **nothing}
    if (game := state.game) is None:
        return {**nobody, **ten_by_ten.empty_sheet(words)}
    shared = {"game": rules_of(game.agreed).name, "to_move": throwing_player(game), "remarks": beginners(game, words)}
    return {**nobody, **shared, **_module(game).game_view(state, game, words)}


def button(state: SessionState, words: Catalogue) -> dict[str, object]:
    """Return what the button on the screen says where a press means something of the game's own; empty elsewhere."""
    if isinstance(state.game, HiddenPokerState):
        return hidden_poker.button(state, state.game, words)
    return {}


def told(state: SessionState, words: Catalogue) -> str:
    """Return what the newest event was; empty without a game, and where its notice says it."""
    return "" if state.game is None else _module(state.game).told(state, state.game, words)


def hint(state: SessionState, words: Catalogue) -> str | None:
    """Return what to do next in the words of the game, None where it has none of its own."""
    return None if state.game is None else _module(state.game).hint(state, state.game, words)


def hand(state: SessionState, faces: Faces, words: Catalogue) -> str:
    """Return what dice make, in the words of the game; empty where they make nothing that has a name."""
    if isinstance(state.game, PotState):
        return pot_words.hand_text(state.game.agreed, faces, words)
    if isinstance(state.game, EscaleroState):
        return escalero.hand(faces, words)
    return ten_by_ten.hand(faces, words)


def standing(state: SessionState, words: Catalogue) -> str:
    """Return how it stands; empty without a game."""
    return "" if state.game is None else _module(state.game).standing(state.game, words)


def ending(state: SessionState, words: Catalogue) -> str:
    """Return how the game ended, with what ended it where that is worth a word; empty without one."""
    return "" if state.game is None else _module(state.game).ending(state, state.game, words)
