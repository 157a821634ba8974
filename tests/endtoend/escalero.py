"""Players of Escalero at the page."""

from __future__ import annotations

from collections import Counter
from typing import Any

from firmware.faces import FACES
from firmware.session.state import SessionState
from firmware.session.touches import Decide, TakeBack
from firmware.session.vocabulary import Phase
from scoring.dice import Faces
from scoring.games.escalero import EscaleroState, Row, RowEntered, preview
from tests.endtoend.playing import Playing
from tests.endtoend.seated import SeatedPlayer

ENOUGH = 25
"""Points for which nobody throws again."""
RUE = 0.06
"""So often an entry is taken back."""
SHOWN = """() => ({
    cells: Object.fromEntries([...document.querySelectorAll(".paper .cell")]
        .map((cell) => [`${cell.dataset.row}.${cell.dataset.seat}`, cell.textContent])),
    sums: [...document.querySelectorAll(".paper .sum")].map((sum) => sum.textContent),
    chips: [...document.querySelectorAll(".slip-lines .chips")].map((chips) => parseInt(chips.textContent)),
})"""


class EscaleroSeats(SeatedPlayer):
    """All players; they enter where it brings most, and now and then take an entry back."""

    def __init__(self, at: Playing, *, players: int = 3, seed: int = 1, hasty: bool = False) -> None:
        super().__init__(at, seed=seed)
        self._players, self._is_hasty = players, hasty
        self._rows: list[tuple[int, Row, Faces, bool]] = []

    def begin(self) -> None:
        self.finger.on(".tile[data-game=escalero] .tile-choose")
        self.finger.on(".count .segment", self._players - 2)
        self.finger.on("#front .begin")

    def _play(self, state: SessionState, *, is_patient: bool) -> bool:
        game = state.game
        if state.phase is Phase.WAITING and isinstance(game, EscaleroState) and self._takes_back(game):
            return True
        return super()._play(state, is_patient=is_patient)

    def _takes_back(self, game: EscaleroState) -> bool:
        if len(game.entries) != len(self._rows) or not self._rows or self._chance.random() > RUE:
            return False
        self._rows.pop()
        self._touch(TakeBack())
        return True

    def _follow(self, state: SessionState, game: EscaleroState) -> None:  # type: ignore[override]
        """Keep the faces there are most of and throw the others, or enter where it brings most."""
        flags = self._keeps(game)
        if game.throws_left and not all(flags):
            self._hold_and_throw(state, game, flags)  # type: ignore[arg-type]
            return
        scores = preview(game)
        row = max(scores, key=lambda each: (scores[each], -each))
        truth = tuple(sorted(FACES[die.face] for die in self._board.table.truth()))
        self._rows.append((game.to_move, row, truth, game.turn.throws_made == 1))
        self._touch(Decide(RowEntered(row)))

    def _keeps(self, game: EscaleroState) -> tuple[bool, ...]:
        faces = game.turn.faces
        if max(preview(game).values()) >= ENOUGH or (self._is_hasty and len(game.entries) % 5 > 0):
            return (True,) * len(faces)
        favourite = max(Counter(faces).items(), key=lambda pair: (pair[1], pair[0]))[0]
        return tuple(face is favourite for face in faces)

    def compare(self, game: Any) -> list[str]:
        """Return entries that are not as the dice lay, and where the page shows something else than the game."""
        self.counts.update(entries=len(game.entries), taps=self.finger.taps)
        entered = [(each.player, each.row, tuple(sorted(each.faces)), each.is_served) for each in game.entries]
        wrong = [f"{a} for {b}" for a, b in zip(entered, self._rows, strict=True) if a != b]
        page = self.at.page
        page.wait_for_selector(".slip:not([hidden])")
        shown = page.evaluate(SHOWN)
        wanted = {
            "cells": {f"{entry.row.value}.{entry.player}": str(entry.points or "–") for entry in game.entries},
            "sums": [str(game.sum_of(seat)) for seat in range(len(game.players))],
            "chips": [game.chips.stacks[seat] for seat in sorted(game.seats, key=game.sum_of, reverse=True)],
        }
        shown["cells"] = {place: shown["cells"].get(place) for place in wanted["cells"]}
        return wrong + [
            f"the page shows {shown[each]} for {wanted[each]}" for each in wanted if shown[each] != wanted[each]
        ]
