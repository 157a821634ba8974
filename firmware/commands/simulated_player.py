"""Whoever sits at the simulated board: lays out what the game needs, and clears it between turns."""

from firmware.display.view import dice_wanted
from firmware.log.record import Record
from firmware.session.deciding import cup_of, is_lifting
from firmware.session.state import SessionState
from firmware.session.vocabulary import Notice, NoticeKey, Phase
from firmware.session.wizard import WizardStep
from firmware.simulated.board import SimulatedBoard
from scoring.errors import NothingHeldError

WITH_DICE = frozenset({WizardStep.LIGHT, WizardStep.FOCUS, WizardStep.BUTTON})
"""Steps of setting up in which dice lie on the simulated board without a throw: nobody can lay them there by hand."""

BETWEEN_TURNS = frozenset({Phase.WAITING, Phase.BEGINNING, Phase.DECIDING, Phase.GAME_OVER})

NOTHING_HELD = Notice(NoticeKey.ILLEGAL, (("reason", NothingHeldError.__name__),))


class SimulatedPlayer:
    """Does at a simulated board what players do by hand at a real one."""

    def __init__(self, board: SimulatedBoard) -> None:
        """Begin before the first turn."""
        self._board = board
        self._turn_begun: Record | None = None
        self._cup: tuple[int, bool, int | None] | None = None
        self._notice: Notice | None = None

    def show(self, state: SessionState) -> None:
        """Do what the session now wants."""
        board = self._board
        board.lend(is_lent=state.teaching is not None or state.wizard is not None)
        if state.wizard is not None and state.wizard.step in WITH_DICE:
            board.lay_dice()
        board.use(dice_wanted(state))
        board.lifts = is_lifting(state)
        if state.notice == NOTHING_HELD and state.notice is not self._notice:
            board.take_back()  # such a throw is made again, with what lay
        self._notice = state.notice
        # Once a turn, not with every view: the cup may stand over the dice of the new one by then.
        is_covered = state.game is not None and state.game.is_hidden
        newest = state.records[-1] if state.records else None
        if state.phase in BETWEEN_TURNS and not is_covered and newest is not self._turn_begun:
            self._turn_begun = newest
            board.new_turn()
        cup = cup_of(state)
        if cup is not None and cup != self._cup:
            self._cup = cup
            board.new_turn()  # the next one throws: what the one before hid is nobody's to look at
