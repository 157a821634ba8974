"""Verdecktes Würfelpoker to its end by touch, dice under the cup read by the models; then the plug pulled.

    python -m tests.endtoend.hidden_poker --games 2 --kills 30 --seed 1

Simulated camera → ONNX models → session → store → page. The players see their dice; what the models read of every
lifted cup is held against them, the page against the replayed log, and every view against the promise that dice under
a cup are nobody's business. Then a companion of its own process is killed at random moments and must go on from there.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from firmware.commands.play import Table
from firmware.display.view import view
from firmware.faces import FACES
from firmware.session.events import AcceptReading, NewGame
from firmware.session.state import Phase
from firmware.simulated.player import Player
from firmware.simulated.table import DICE
from models.render.world import DieState
from scoring.events import BeginnerThrown
from scoring.games.hidden_poker import CupLifted, HiddenPhase, HiddenPokerBegan
from scoring.hands.ranking import Ranking, all_claims, claims
from tests.chromium import launched
from tests.endtoend.by_touch import Finger
from tests.endtoend.killed import SETTINGS
from tests.endtoend.playing import playing
from tests.endtoend.running import Running

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from firmware.forward import BoardReader
    from firmware.session.state import SessionState
    from firmware.simulated.board import SimulatedBoard
    from scoring.games.hidden_poker import HiddenPokerState
    from scoring.hands.ranking import Claim

PLAYERS = ("Elfriede", "Kurt", "Franz")
PATIENCE_S = 4.0
HIDDEN = frozenset({HiddenPhase.HIDDEN, HiddenPhase.DOUBTING, HiddenPhase.LIFTING})
LIFTED = frozenset({Phase.READING, Phase.ASKING, Phase.BURNING})


@dataclass
class Outcome:
    """What a game came to.

    Attributes:
        game: As the store has it.
        throws: Throws that the models read.
        differing: Those not taken as the dice lay.
        leaks: Views and records that knew of dice under a cup.
        page_differs: Seats at which the page shows other chips than the log says.
        repeated: Throws that burned under the cup.
        seconds: How long it took.
    """

    game: HiddenPokerState
    throws: int = 0
    differing: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    page_differs: list[str] = field(default_factory=list)
    repeated: int = 0
    seconds: float = 0.0


class Round:
    """Everybody at the table: they throw, peek, lie, doubt and lift, each by touches on the page."""

    def __init__(self, table: Table, page: Page, rng: random.Random, *, doubting: float) -> None:
        """Sit down; `doubting` is how often somebody does not believe."""
        self.throws, self.repeated, self.differing, self.leaks = 0, 0, list[str](), list[str]()
        self._table, self._page, self._rng, self._doubting = table, page, rng, doubting
        self._finger = Finger(page, table.board)
        self._answers = Player(self._finger, self._finger.touch, is_watchful=True)
        self._seen, self._acted, self._acted_s, self._covered = 0, "", 0.0, -1

    def act(self, state: SessionState) -> None:
        """Look at the display, and do the next thing if it is time to."""
        self._watch(state)
        board = self._table.board
        if board.table.is_busy or not board.button.is_idle or not self._finger.sees(state):
            return
        if state.phase is Phase.ASKING:
            self._answers.act(state)
            return
        # Somebody who pressed and was not heard, for the press came right after another's, presses again.
        is_unheard = state.game.phase is HiddenPhase.LIFTING and time.monotonic() - self._acted_s > PATIENCE_S
        moment = f"{len(state.records)}.{state.reading_number}.{state.phase}"
        if (moment != self._acted or is_unheard) and self._does(state):
            self._acted, self._acted_s = moment, time.monotonic()

    # -- what is seen ------------------------------------------------------------------------------------------------

    def _watch(self, state: SessionState) -> None:
        """Hold what is shown and logged against the dice and the promise."""
        game: Any = state.game
        if game.phase in HIDDEN and state.phase not in LIFTED and (state.dice or _shows_dice(state)):
            self.leaks.append(f"{len(state.records)} {game.phase}: {state.dice}")
        for record in state.records[self._seen :]:
            if isinstance(record.event, CupLifted | BeginnerThrown):
                self._compare(record.event.faces)
            elif record.reading is not None:
                self.leaks.append(f"a reading beside {record.event}")
        self._seen = len(state.records)

    def _compare(self, faces: tuple[Any, ...]) -> None:
        self.throws += 1
        truth = sorted(FACES[die.face] for die in self._table.board.table.truth())
        if sorted(faces) != truth:
            self.differing.append(f"throw {self.throws}: {sorted(faces)} for {truth}")

    # -- what is done ------------------------------------------------------------------------------------------------

    def _does(self, state: SessionState) -> bool:
        game: Any = state.game
        match game.phase:
            case HiddenPhase.BEGINNING:
                return self._throws_for_it(state)
            case HiddenPhase.BETWEEN:
                self._page.locator(".begin-round").click()
            case HiddenPhase.HIDDEN:
                return self._announces(state, game)
            case HiddenPhase.DOUBTING:
                return self._doubts(game)
            case HiddenPhase.LIFTING:
                return self._lifts(state)
        return True

    def _throws_for_it(self, state: SessionState) -> bool:
        if state.phase is Phase.BURNING and not self._burns():
            self._finger.touch(AcceptReading())
        elif state.phase in {Phase.BEGINNING, Phase.BURNING, Phase.STILL}:
            self._finger.press()
        return state.phase is not Phase.READING

    def _announces(self, state: SessionState, game: HiddenPokerState) -> bool:
        """Throw under the cup, peek as a finger on the page does, and announce the truth or anything."""
        if self._covered != len(state.records):
            self._covered = len(state.records)
            self._page.locator(".cup-under").click()
            return False
        under = self._table.board.peek()
        if not under:
            return False
        truths = claims(under, game.agreed.ranking)
        claim = truths[0] if self._rng.random() < 0.6 else self._rng.choice(all_claims(game.agreed.ranking))
        self._says(claim)
        return True

    def _says(self, claim: Claim) -> None:
        """Announce in as many touches as it takes."""
        page, hand = self._page, claim.hand.name.lower().replace("_", "-")
        page.locator(f".kind-choice[value='{hand}']").click()
        values = [face.name.lower() for face in claim.values]
        if values:
            page.locator(f".claim-faces .face-choice[value='{values[0]}']").click()
        wanted = [hand, *values]
        for button in page.locator(".say:visible").all():
            said = button.get_attribute("value")
            if _plain(said or "") == wanted:
                button.click()
                return
        raise AssertionError(f"{claim} cannot be announced on the page")

    def _doubts(self, game: HiddenPokerState) -> bool:
        """Touch a name, or press and touch it on the dial; or believe, and let ten seconds pass."""
        if self._rng.random() >= self._doubting:
            return True
        player = self._rng.choice(game.may_doubt)
        if self._rng.random() < 0.5:
            self._page.locator(f".doubter[value='{player}']").click()
            return True
        self._finger.press()
        if len(game.may_doubt) > 1:
            self._page.locator(".dial-options .choice").nth(game.may_doubt.index(player)).click()
        return True

    def _lifts(self, state: SessionState) -> bool:
        if state.phase is Phase.READING:
            return False
        if state.phase is Phase.BURNING and self._burns():
            self.repeated += 1
            self._page.locator(".repeat-cup").click()
            self._page.locator("dialog .pair-choice .choice").nth(1).click()
        elif state.phase is Phase.BURNING:
            self._finger.touch(AcceptReading())
        else:
            self._finger.press()
        return True

    def _burns(self) -> bool:
        truth = self._table.board.table.truth()
        return len(truth) != DICE or any(die.state is not DieState.OK for die in truth)


def _plain(said: str) -> list[str]:
    claim = json.loads(said)
    return [claim["hand"], *claim["values"]]


def _shows_dice(state: SessionState) -> bool:
    shown = view(state, simulated=True)
    return bool(shown["dice"])


def play(
    folder: Path,
    browser: Browser,
    *,
    seed: int,
    stack: int = 8,
    players: tuple[str, ...] = PLAYERS,
    speed: float = 4.0,
    doubting: float = 0.75,
    reader: Callable[[SimulatedBoard], BoardReader] | None = None,
    progress: Callable[[HiddenPokerState], None] = lambda _: None,
) -> Outcome:
    """Play a game to its end and compare.

    Args:
        folder: For the store.
        browser: That shows the page.
        seed: Of the simulated board, and of what the players do.
        stack: Chips everybody begins with.
        players: Who plays.
        speed: How fast the board's time runs; ten seconds to doubt are ten seconds all the same.
        doubting: How often somebody does not believe.
        reader: Makes what reads the board; None for the models.
        progress: Told of every round.
    """
    began = time.monotonic()
    with playing(folder, browser, seed=seed, speed=speed, reader=reader) as at:
        ranking = Ranking(sequences=bool(seed % 2), jokers=bool(seed // 2 % 2))
        at.table.companion.post(NewGame(HiddenPokerBegan(players=players, stack=stack, ranking=ranking)))
        seats = Round(at.table, at.page, random.Random(seed), doubting=doubting)
        rounds = -1
        while (state := at.state).phase is not Phase.GAME_OVER:
            if state.game is not None:
                seats.act(state)
                if len(state.game.results) != rounds:
                    rounds = len(state.game.results)
                    progress(state.game)
            at.look_again()
        seats.act(at.state)
        at.page.wait_for_selector(".hidden[data-stage='over']")
        shown = at.page.locator(".hidden-stack").all_text_contents()
    saved = at.replayed()
    stacks = [str(chips) for chips in saved.chips.stacks]
    return Outcome(
        game=saved,
        throws=seats.throws,
        differing=seats.differing,
        leaks=seats.leaks,
        page_differs=[f"{a} for {b}" for a, b in zip(shown, stacks, strict=True) if a != b],
        repeated=seats.repeated,
        seconds=time.monotonic() - began,
    )


# -- the plug ----------------------------------------------------------------------------------------------------------


@dataclass
class Kills:
    """What the kills came to.

    Attributes:
        kills: How many.
        lost: What a restart did not know any more.
        during: How often in which stage.
        records: Of the last game.
    """

    kills: int = 0
    lost: list[str] = field(default_factory=list)
    during: dict[str, int] = field(default_factory=dict)
    records: int = 0


def kill_often(times: int, *, seed: int, folder: Path, longest_life_s: float = 9.0) -> Kills:
    """Play by the page's requests and kill at random moments; every restart must know all that was shown before."""
    rng, tally = random.Random(seed), Kills()
    settings, before = folder / "serviert.toml", (0, "")
    for _ in range(times):
        port = 9800 + rng.randrange(10)
        settings.write_text(SETTINGS.format(port=port, store=folder / "games.sqlite3", seed=1 + rng.randrange(10**6)))
        running = Running(settings)
        resumed = _standing(running.view)
        if resumed[0] < before[0] or (resumed[0] == before[0] and resumed[1] != before[1]):
            tally.lost.append(f"after kill {tally.kills}: {before} became {resumed}")
        fuse = threading.Timer(rng.uniform(0.0, longest_life_s), running.kill)
        fuse.start()
        before = _play_until_killed(running, rng)
        fuse.join()
        stage = _stage(running.view)
        tally.kills += 1
        tally.during[stage] = tally.during.get(stage, 0) + 1
        tally.records = before[0]
        print(f"\rkill {tally.kills}, {len(tally.lost)} lost, {tally.during}", end="", flush=True)
    return tally


def _standing(shown: dict[str, Any]) -> tuple[int, str]:
    """Return how many records the log had, and what the table showed of them."""
    if shown.get("game") != "hidden-poker":
        return 0, ""
    hidden = shown["hidden"]
    seats = [(seat["stack"], seat["state"], seat["claim"], seat["found"]) for seat in hidden["seats"]]
    return int(shown["moment"].split(".")[0]), repr((hidden["stage"], hidden["pot"], seats))


def _stage(shown: dict[str, Any]) -> str:
    return shown["hidden"]["stage"] if shown.get("game") == "hidden-poker" else shown["phase"]


def _play_until_killed(running: Running, rng: random.Random) -> tuple[int, str]:
    try:
        while running.is_alive:
            _act(running, running.newest(), rng)
            time.sleep(0.05)
    except (httpx.HTTPError, TimeoutError):
        pass  # it was killed
    return _standing(running.newest())


def _act(running: Running, shown: dict[str, Any], rng: random.Random) -> None:
    """Do the next thing that somebody at the table would."""
    stage = _stage(shown)
    if shown["phase"] in {"setup", "game-over"}:
        running.touch(
            "new-game", game="hidden-poker", players=[*PLAYERS], agreed={"stack": 30, "beginner": rng.randrange(3)}
        )
        running.until(lambda now: now["phase"] != shown["phase"], within_s=5)
    elif shown["phase"] == "asking":
        running.touch("accept-reading")
    elif shown["phase"] == "burning" and stage == "lifting":
        running.touch("repeat-throw")
    elif stage in {"beginning", "lifting"} and shown["phase"] != "reading":
        running.press()
    elif stage == "between":
        running.touch("decide", event={"type": "round-began"}, moment=shown["moment"])
    elif stage == "hidden":
        httpx.post(f"{running.url}simulated/cover", json={}).raise_for_status()
        said = rng.choice([each for each in shown["decisions"] if each["key"] == "announce"])
        running.touch("decide", event=said["event"], moment=shown["moment"])
    elif stage == "doubting" and rng.random() < 0.03:
        doubt = next(each for each in shown["decisions"] if each["key"] == "doubt")
        running.touch("decide", event=doubt["event"], moment=shown["moment"])


def _say(game: HiddenPokerState) -> None:
    print(f"\rround {len(game.results) + 1}, {game.chips.stacks}   ", end="", flush=True)


def main() -> None:
    """Play, kill, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", type=float, default=4.0)
    arguments = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        for seed in range(arguments.seed, arguments.seed + arguments.games):
            outcome = play(Path(folder), browser, seed=seed, speed=arguments.speed, progress=_say)
            game, wrong = outcome.game, outcome.differing + outcome.leaks + outcome.page_differs
            failed |= bool(wrong)
            print(
                f"seed {seed}: {len(game.results)} rounds, {outcome.throws} throws read, {len(outcome.differing)} "
                f"differ, {outcome.repeated} burned, {len(outcome.leaks)} leaks, page against log "
                f"{len(outcome.page_differs)} differ, {outcome.seconds:.0f} s"
            )
            print("".join(f"  {line}\n" for line in wrong), end="", flush=True)
        tally = kill_often(arguments.kills, seed=arguments.seed, folder=Path(folder))
    print(f"\n{tally.kills} kills, {tally.records} records in the last game, killed in {tally.during}")
    print(f"lost: {len(tally.lost)}" + "".join(f"\n  {line}" for line in tally.lost))
    raise SystemExit(1 if failed or tally.lost else 0)


if __name__ == "__main__":
    main()
