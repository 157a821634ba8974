"""Players of rounds for a pot at the page: they throw, hold, raise, answer and pass by taps."""

from __future__ import annotations

from collections import Counter
from typing import Any

from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from scoring.dice import DICE_COUNT, Faces
from scoring.games.pot import Answer, PotState
from scoring.games.rounds import RoundPhase
from scoring.hands.hand import Hand
from scoring.hands.ranking import strength
from tests.endtoend.playing import Playing
from tests.endtoend.seated import SeatedPlayer

POT_PLAYERS = ("Elfriede", "Kurt", "Franz")
STAKES = {"minimum": 1, "maximum": 4, "stack": 6}
"""Few chips, so that a game ends soon."""
BEGUN: dict[str, tuple[str, dict[str, object]]] = {
    "open-poker": ("open-poker", {"sequences": True}),
    "joker-poker": ("open-poker", {"jokers": True}),
    "al-capone": ("al-capone", {"table": "b"}),
}
"""What is played, and what is agreed beside the stakes."""
SHOWN = (
    "() => [...document.querySelectorAll('.pot-seat')].map((seat) => [seat.querySelector('.seat-name').textContent,"
    " Number(seat.querySelector('.seat-stack').textContent), seat.dataset.state])"
)
MINE = frozenset({Phase.BEGINNING, Phase.WAITING, Phase.READ, Phase.ENTERING, Phase.DECIDING})


def begun(game: str, stakes: dict[str, int] | None = None) -> dict[str, Any]:
    name, agreed = BEGUN[game]
    return {"game": name, "players": list(POT_PLAYERS), "agreed": {**agreed, "stakes": stakes or STAKES}}


class PotSeats(SeatedPlayer):
    """Everybody at the table; decisions are made by chance."""

    def __init__(
        self, at: Playing, *, game: str, seed: int = 1, stakes: dict[str, int] | None = None, leaver: str | None = None
    ) -> None:
        """Sit down; a leaver goes home after the first round."""
        super().__init__(at, seed=seed, is_watchful=False)
        self._begun, self._leaver = begun(game, stakes), leaver

    def begin(self) -> None:
        """Begin through the page's own request: what is agreed takes many touches."""
        self.at.touch("new-game", **self._begun)

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

    def compare(self, game: PotState) -> list[str]:
        """Return throws that were taken wrong and never put right, and what the page shows otherwise than the game."""
        self.counts.update(rounds=len(game.results), taps=self.finger.taps)
        page = self.at.page
        page.wait_for_function("() => document.body.dataset.phase === 'game-over'")
        most = max(game.chips.stacks)
        wanted = [
            [name, game.chips.stacks[seat], "gone" if seat not in game.seats else game.chips.stacks[seat] == most]
            for seat, name in enumerate(game.players)
        ]
        shown = [
            [name, stack, each if each == "gone" else each == "champion"] for name, stack, each in page.evaluate(SHOWN)
        ]
        return self.misread + [f"the page shows {a} for {b}" for a, b in zip(shown, wanted, strict=True) if a != b]


def _worth_holding(faces: Faces) -> tuple[bool, ...]:
    """Return what to leave lying: what lies most often, and one die at least, for so the rules want it."""
    counts = Counter(faces)
    best = max(faces, key=lambda face: (counts[face], face))
    flags = tuple(face is best for face in faces)
    return flags if sum(flags) < DICE_COUNT else (False, *flags[1:])
