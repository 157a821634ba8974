"""Players of Würfelpoker 10×10 at the page."""

from __future__ import annotations

from typing import Any

from firmware.display.touches import name_of
from firmware.faces import FACES
from firmware.session.advising import companion_throws
from firmware.session.log import sheet_of
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from scoring.ruleset import Level
from scoring.sheets.category import Category
from tests.doubles.ledger import TrueEntry, differences
from tests.doubles.prompt_advisor import Advisor, plain_advice
from tests.endtoend.playing import Playing
from tests.endtoend.seated import SeatedPlayer

NAMES = ("Elfriede", "Kurt")


class TenByTenSeats(SeatedPlayer):
    """Two players, or one against the companion; names and columns are those of the settings."""

    def __init__(
        self, at: Playing, *, is_watchful: bool = True, against: Level | None = None, advisor: Advisor = plain_advice
    ) -> None:
        """Sit down.

        Args:
            against: How strongly the companion plays the second seat; None for two people.
        """
        super().__init__(at, advisor=advisor, is_watchful=is_watchful)
        self._against = against

    def begin(self) -> None:
        if self._against is not None:
            self.finger.on(".tile.is-ready .tile-choose")
            self.finger.on(".segment.is-opponent", 1 + list(Level).index(self._against))
        self.finger.on("#front .begin")

    def act(self, state: SessionState) -> bool:
        did = state.phase is not Phase.SETUP and not companion_throws(state) and super().act(state)
        self._note_companion(state)
        return did

    def _note_companion(self, state: SessionState) -> None:
        """Write down what truly lies where the companion has just entered: it does so before anybody could look."""
        entries = () if (game := sheet_of(state)) is None else game.entries
        if len(entries) > len(self.ledger) and game.agreed.levels[entries[-1].player] is not None:
            self.ledger.append(
                TrueEntry(
                    turn_number=entries[-1].turn_number,
                    player=entries[-1].player,
                    cell=entries[-1].cell,
                    faces=tuple(sorted(FACES[die.face] for die in self._board.table.truth())),
                    is_served=len(entries[-1].throws) == 1,
                )
            )

    def compare(self, game: Any) -> list[str]:
        """Return entries that are not as the dice lay, and cells that are not as the page shows them."""
        self.counts.update(entries=len(game.entries), taps=self.finger.taps)
        page = self.at.page
        page.wait_for_function("() => document.body.dataset.phase === 'game-over'")
        shown = page.evaluate(
            "() => Object.fromEntries([...document.querySelectorAll('.cell')].map("
            "c => [`${c.dataset.row}.${c.dataset.column}`, [...c.querySelectorAll('.entry')].map(e => e.textContent)]))"
        )
        wrong = [str(each) for each in differences(self.ledger, game.entries)]
        for entry in game.entries:
            text = shown[f"{entry.cell.category.value}.{entry.cell.column - 1}"][entry.player]
            if text != (str(entry.points) if entry.points else "–"):
                name = name_of(Category(entry.cell.category))
                wrong.append(f"the page shows {text} for {entry.points} in {name} {entry.cell.column}")
        return wrong
