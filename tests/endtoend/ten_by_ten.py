"""Players of Würfelpoker 10×10 at the page, who follow the advisor."""

from dataclasses import replace
from typing import Any

from firmware.faces import FACES
from firmware.session import advising, vocabulary
from firmware.session.log import sheet_of
from firmware.session.state import SessionState
from scoring.ruleset import Level
from tests.doubles.player import TrueEntry, differences
from tests.doubles.prompt_advisor import Advisor, plain_advice
from tests.endtoend.finger import SeatedPlayer
from tests.endtoend.playing import Playing

NAMES = ("Elfriede", "Kurt")


class TenByTenSeats(SeatedPlayer):
    """Two players, or one against the companion; names and columns are those of the settings."""

    SHOWN = """() => Object.fromEntries([...document.querySelectorAll(".cell")].flatMap((cell) =>
        [...cell.querySelectorAll(".entry")].map((entry, seat) =>
            [`${cell.dataset.row}.${cell.dataset.column}.${seat}`, entry.textContent])))"""

    def __init__(self, at: Playing, *, against: Level | None = None, advisor: Advisor = plain_advice, **how: Any):
        """Sit down; how strongly the companion plays the second seat may be said."""
        super().__init__(at, advisor=advisor, **how)
        self._against = against

    def begin(self) -> None:
        if self._against is not None:
            self.finger.on(".tile.is-ready .tile-choose")
            self.finger.on(".segment.is-opponent", 1 + list(Level).index(self._against))
        self.finger.on("#front .begin")

    def act(self, state: SessionState) -> bool:
        if state.dial is not None and state.dial.kind is vocabulary.DialKind.REREAD and self.finger.sees(state):
            return self._say_what_lay(state.dial.options[0].does)
        did = state.phase is not vocabulary.Phase.SETUP and not advising.companion_throws(state) and super().act(state)
        self._note_companion(state)
        return did

    def _say_what_lay(self, change: Any) -> bool:
        is_vain = tuple(sorted(change.faces)) != self.ledger[change.turn_number - 1].faces
        self.counts["offered in vain" if is_vain else "offered"] += 1
        self.finger.on("#dial .choice", int(is_vain))
        return True

    def _note_companion(self, state: SessionState) -> None:
        """Write down what truly lies where the companion has just entered: it does so before anybody could look."""
        entries = () if (game := sheet_of(state)) is None else game.entries
        if len(entries) > len(self.ledger) and game.agreed.levels[entries[-1].player] is not None:
            truth = TrueEntry.of(entries[-1], [FACES[die.face] for die in self._board.table.truth()])
            self.ledger.append(replace(truth, is_served=len(entries[-1].throws) == 1))

    def ought(self, game: Any) -> dict[str, Any]:
        places = [(entry.cell.category.value, entry.cell.column - 1, entry) for entry in game.entries]
        return {f"{row}.{column}.{entry.player}": str(entry.points or "–") for row, column, entry in places}

    def compare(self, game: Any) -> list[str]:
        return [str(each) for each in differences(self.ledger, game.entries)] + super().compare(game)
