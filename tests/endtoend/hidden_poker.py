"""Players of Verdecktes Würfelpoker at the page: they throw under the cup, peek, lie, doubt and lift.

They see their dice; what is read of every lifted cup is held against them, and every view against the promise that
dice under a cup are nobody's business.
"""

from __future__ import annotations

import json
import time
from typing import Any

from firmware.display.view import view
from firmware.faces import FACES
from firmware.session.state import SessionState
from firmware.session.touches import AcceptReading, NewGame
from firmware.session.vocabulary import Phase
from scoring.events import BeginnerThrown
from scoring.games.hidden_poker import CupLifted, HiddenPokerBegan, HiddenPokerState
from scoring.games.rounds import RoundPhase
from scoring.hands.ranking import Claim, Ranking, all_claims, claims
from tests.endtoend.playing import Playing
from tests.endtoend.pot import POT_PLAYERS
from tests.endtoend.seated import SeatedPlayer

PATIENCE_S = 4.0
HIDDEN = frozenset({RoundPhase.HIDDEN, RoundPhase.DOUBTING, RoundPhase.LIFTING})
LIFTED = frozenset({Phase.READING, Phase.ASKING, Phase.BURNING})


class HiddenPokerSeats(SeatedPlayer):
    def __init__(
        self,
        at: Playing,
        *,
        seed: int = 1,
        players: tuple[str, ...] = POT_PLAYERS,
        stack: int = 8,
        doubting: float = 0.75,
    ) -> None:
        """Sit down."""
        super().__init__(at, seed=seed)
        ranking = Ranking(sequences=bool(seed % 2), jokers=bool(seed // 2 % 2))
        self._began = HiddenPokerBegan(players=players, stack=stack, ranking=ranking)
        self._doubting = doubting
        self._seen, self._moment, self._moment_s, self._covered = 0, "", 0.0, -1

    def begin(self) -> None:
        self.at.table.companion.post(NewGame(self._began))

    def act(self, state: SessionState) -> bool:
        """Look at the display, and do the next thing if it is time to."""
        self._watch(state)
        board = self.at.board
        if board.table.is_busy or not board.button.is_idle or not self.finger.sees(state):
            return False
        if state.phase is Phase.ASKING:
            return super().act(state)
        # Somebody who pressed and was not heard, for the press came right after another's, presses again.
        is_unheard = state.game.phase is RoundPhase.LIFTING and time.monotonic() - self._moment_s > PATIENCE_S
        moment = f"{len(state.records)}.{state.reading_number}.{state.phase}"
        if (moment != self._moment or is_unheard) and self._does(state):
            self._moment, self._moment_s = moment, time.monotonic()
        return True

    def _watch(self, state: SessionState) -> None:
        """Hold what is shown and logged against the dice and the promise."""
        game: Any = state.game
        if game.phase in HIDDEN and state.phase not in LIFTED and (state.dice or view(state, simulated=True)["dice"]):
            self.wrong.append(f"shown under the cup: {len(state.records)} {game.phase}: {state.dice}")
        for record in state.records[self._seen :]:
            if isinstance(record.event, CupLifted | BeginnerThrown):
                self._compare_throw(record.event.faces)
            elif record.reading is not None:
                self.wrong.append(f"a reading beside {record.event}")
        self._seen = len(state.records)

    def _compare_throw(self, faces: tuple[Any, ...]) -> None:
        self.counts["throws"] += 1
        truth = sorted(FACES[die.face] for die in self.at.board.table.truth())
        if sorted(faces) != truth:
            self.misread.append(f"throw {self.counts['throws']}: {sorted(faces)} for {truth}")

    def _does(self, state: SessionState) -> bool:
        game: Any = state.game
        match game.phase:
            case RoundPhase.BEGINNING:
                return self._throws_for_it(state)
            case RoundPhase.BETWEEN:
                self.finger.on(".begin-round")
            case RoundPhase.HIDDEN:
                return self._announces(state, game)
            case RoundPhase.DOUBTING:
                self._doubts(game)
            case RoundPhase.LIFTING:
                return self._lifts(state)
        return True

    def _throws_for_it(self, state: SessionState) -> bool:
        if state.phase is Phase.BURNING and not self._burns():
            self.finger.touch(AcceptReading())
        elif state.phase in {Phase.BEGINNING, Phase.BURNING, Phase.STILL}:
            self.finger.press()
        return state.phase is not Phase.READING

    def _announces(self, state: SessionState, game: HiddenPokerState) -> bool:
        """Throw under the cup, peek as a finger on the page does, and announce the truth or anything."""
        if self._covered != len(state.records):
            self._covered = len(state.records)
            self.finger.on(".cup-under")
            return False
        under = self.at.board.peek()
        if under:
            truth = claims(under, game.agreed.ranking)[0]
            is_honest = self._chance.random() < 0.6
            self._says(truth if is_honest else self._chance.choice(all_claims(game.agreed.ranking)))
        return bool(under)

    def _says(self, claim: Claim) -> None:
        """Announce in as many touches as it takes."""
        hand = claim.hand.name.lower().replace("_", "-")
        self.finger.on(f".kind-choice[value='{hand}']")
        values = [face.name.lower() for face in claim.values]
        if values:
            self.finger.on(f".claim-faces .face-choice[value='{values[0]}']")
        for button in self.at.page.locator(".say:visible").all():
            said = json.loads(button.get_attribute("value") or "{}")
            if [said.get("hand"), *said.get("values", ())] == [hand, *values]:
                button.click()
                return
        raise AssertionError(f"{claim} cannot be announced on the page")

    def _doubts(self, game: HiddenPokerState) -> None:
        """Touch a name, or press and touch it on the dial; or believe, and let ten seconds pass."""
        if self._chance.random() >= self._doubting:
            return
        player = self._chance.choice(game.may_doubt)
        if self._chance.random() < 0.5:
            self.finger.on(f".doubter[value='{player}']")
            return
        self.finger.press()
        if len(game.may_doubt) > 1:
            self.finger.on(".dial-options .choice", game.may_doubt.index(player))

    def _lifts(self, state: SessionState) -> bool:
        if state.phase is Phase.BURNING and self._burns():
            self.counts["burned under the cup"] += 1
            self.finger.on(".repeat-cup")
            self.finger.agree()
        elif state.phase is Phase.BURNING:
            self.finger.touch(AcceptReading())
        elif state.phase is not Phase.READING:
            self.finger.press()
        return state.phase is not Phase.READING

    def compare(self, game: HiddenPokerState) -> list[str]:
        """Return throws that were taken wrong, and seats at which the page shows other chips than there are."""
        self.counts.update(rounds=len(game.results), taps=self.finger.taps)
        self.at.page.wait_for_selector(".hidden[data-stage='over']")
        shown = self.at.page.locator(".hidden-stack").all_text_contents()
        stacks = [str(chips) for chips in game.chips.stacks]
        return self.misread + ([f"the page shows {shown} for {stacks}"] if shown != stacks else [])
