"""Players of rounds for a pot at the page: they throw, hold, raise, answer and pass by taps; under a cup they lie.

Of Verdecktes Würfelpoker they see their dice; what is read of every lifted cup is held against them, and every view
against the promise that dice under a cup are nobody's business.
"""

import json
import time
from collections import Counter
from typing import Any

import httpx

from firmware.display.view import view
from firmware.faces import FACES
from firmware.session.state import SessionState
from firmware.session.touches import AcceptReading, NewGame
from firmware.session.vocabulary import Phase
from scoring.dice import DICE_COUNT, Faces
from scoring.events import BeginnerThrown
from scoring.games.hidden_poker import CupLifted, HiddenPokerBegan, HiddenPokerState
from scoring.games.pot import Answer, PotState
from scoring.games.rounds import RoundPhase
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim, Ranking, all_claims, claims, strength
from tests.endtoend.finger import SeatedPlayer
from tests.endtoend.playing import Playing

POT_PLAYERS = ("Elfriede", "Kurt", "Franz")
STAKES = {"minimum": 1, "maximum": 4, "stack": 6}
"""Few chips, so that a game ends soon."""
BEGUN: dict[str, tuple[str, dict[str, object]]] = {
    "open-poker": ("open-poker", {"sequences": True}),
    "joker-poker": ("open-poker", {"jokers": True}),
    "al-capone": ("al-capone", {"table": "b"}),
}
"""What is played, and what is agreed beside the stakes."""
MINE = frozenset({Phase.BEGINNING, Phase.WAITING, Phase.READ, Phase.ENTERING, Phase.DECIDING})


def begun(game: str, stakes: dict[str, int] | None = None) -> dict[str, Any]:
    name, agreed = BEGUN[game]
    return {"game": name, "players": list(POT_PLAYERS), "agreed": {**agreed, "stakes": stakes or STAKES}}


class PotSeats(SeatedPlayer):
    """Everybody at the table; decisions are made by chance."""

    SHOWN = """() => Object.fromEntries([...document.querySelectorAll(".pot-seat")].map((seat) =>
        [seat.querySelector(".seat-name").textContent, [Number(seat.querySelector(".seat-stack").textContent),
            seat.dataset.state === "gone" ? "gone" : seat.dataset.state === "champion"]]))"""

    def __init__(
        self, at: Playing, *, game: str, seed: int = 1, stakes: dict[str, int] | None = None, leaver: str | None = None
    ) -> None:
        """Sit down; a leaver goes home after the first round."""
        super().__init__(at, seed=seed, is_watchful=False)
        self._begun, self._leaver = begun(game, stakes), leaver

    def begin(self) -> None:
        """Begin through the page's own request: what is agreed takes many touches."""
        url = f"{self.at.page.url}touch"
        httpx.post(url, json={"kind": "new-game", **self._begun}, timeout=20.0).raise_for_status()

    def act(self, state: SessionState) -> bool:
        """Do the next thing; who wants to go home goes between two rounds."""
        game = state.game
        if self._leaver is not None and len(game.results) == 1 and game.phase is RoundPhase.BETWEEN:
            self.finger.go_home(self._leaver)
            self._leaver = None
            return True
        return super().act(state)

    def _play(self, state: SessionState, *, is_patient: bool) -> bool:
        if state.phase not in MINE or not isinstance(state.game, PotState):
            return super()._play(state, is_patient=is_patient)
        if self._is_still_unmarked(state):
            self._mark_again(state)
            return True
        if state.phase in {Phase.READ, Phase.ENTERING}:
            self._note_throw(state)
            self._hold_or_keep(state, state.game)
        elif any(isinstance(action, Answer) for action in state.game.legal_actions()):
            self._answer_stake(state.game)
        else:
            self._throw(state)  # where no round runs, this begins one
        return True

    def _answer_stake(self, game: PotState) -> None:
        goes = any(each.chips is not None for each in game.legal_actions() if isinstance(each, Answer))
        self._decide("go-along" if goes and self._chance.random() < 0.75 else "pass")

    def _decide(self, key: str) -> None:
        self.finger.decide(f".pot-foot .decision-{key}")

    def _hold_or_keep(self, state: SessionState, game: PotState) -> None:
        faces = game.turn.faces
        hand = strength(faces, game.agreed.ranking).claim.hand
        is_good = hand >= Hand.FULL or (hand >= Hand.TWO_PAIRS and self._chance.random() < 0.3)
        if state.phase is Phase.ENTERING or is_good:
            self._keep(game, hand)
        else:
            self._hold_and_throw(state, game, _worth_holding(faces))  # type: ignore[arg-type]

    def _keep(self, game: PotState, hand: Hand) -> None:
        least = 0 if game.round is None else game.round.stake
        is_bold = game.most_stake > least and self._chance.random() < (0.8 if hand >= Hand.TWO_PAIRS else 0.3)
        if is_bold:
            self.finger.decide(".stake-choice", self._chance.randint(least + 1, game.most_stake) - least - 1)
        else:
            self._decide("keep-hand")

    def ought(self, game: PotState) -> dict[str, Any]:
        stacks = game.chips.stacks
        return {
            name: [stacks[seat], "gone" if seat not in game.seats else stacks[seat] == max(stacks)]
            for seat, name in enumerate(game.players)
        }

    def compare(self, game: PotState) -> list[str]:
        return self.misread + super().compare(game)  # they never put a throw right


def _worth_holding(faces: Faces) -> tuple[bool, ...]:
    """Return what to leave lying: what lies most often, and one die at least, for so the rules want it."""
    counts = Counter(faces)
    best = max(faces, key=lambda face: (counts[face], face))
    flags = tuple(face is best for face in faces)
    return flags if sum(flags) < DICE_COUNT else (False, *flags[1:])


PATIENCE_S = 4.0
HIDDEN = frozenset({RoundPhase.HIDDEN, RoundPhase.DOUBTING, RoundPhase.LIFTING})
LIFTED = frozenset({Phase.READING, Phase.ASKING, Phase.BURNING})


class HiddenPokerSeats(SeatedPlayer):
    SHOWN = "() => ({stacks: [...document.querySelectorAll('.hidden-stack')].map((stack) => stack.textContent)})"

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
            case RoundPhase.BEGINNING | RoundPhase.LIFTING:
                return self._throws_or_lifts(state, game)
            case RoundPhase.BETWEEN:
                self.finger.on(".begin-round")
            case RoundPhase.HIDDEN:
                return self._announces(state, game)
            case RoundPhase.DOUBTING:
                self._doubts(game)
        return True

    def _throws_or_lifts(self, state: SessionState, game: HiddenPokerState) -> bool:
        if state.phase is Phase.BURNING and not self._burns():
            self.finger.touch(AcceptReading())
        elif state.phase is Phase.BURNING and game.phase is RoundPhase.LIFTING:
            self.counts["burned under the cup"] += 1
            self.finger.on(".repeat-cup")
            self.finger.agree()
        elif state.phase is not Phase.READING:
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

    def ought(self, game: HiddenPokerState) -> dict[str, Any]:
        return {"stacks": [str(chips) for chips in game.chips.stacks]}

    def compare(self, game: HiddenPokerState) -> list[str]:
        return self.misread + super().compare(game)
