"""A whole game of Escalero by touch, and the plug pulled in the middle of others.

    python -m tests.endtoend.escalero --players 3 --seed 1 --kills 40

Simulated camera → ONNX models → session → store → page in a real Chromium. Every throw is held against the dice as it
comes into the log; at the end the sheet on the page is held against the one that the stored log amounts to, and that
one against what truly lay there when each row was entered. Then the companion is killed at random moments of further
games: nothing that was ever shown as entered may be missing when it comes back.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.session.state import Phase
from scoring.games.escalero import EscaleroState, Row
from tests.chromium import launched
from tests.endtoend.escalero_player import RowFinger, RowPlayer, TrueThrow
from tests.endtoend.killed import Kind, Standing, Tally, kill_often
from tests.endtoend.playing import playing

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from firmware.simulated.board import SimulatedBoard
    from firmware.table.eye import BoardReader
    from tests.endtoend.playing import Playing
    from tests.endtoend.running import Running, View

NAMES = ("Elfriede", "Kurt", "Franz", "Manfred", "Ewald", "Berta", "Cäsar", "Dora", "Emil", "Frieda", "Gustav", "Hans")
HANGS_S = 600.0


@dataclass
class Outcome:
    """What a game came to.

    Attributes:
        game: As the store has it.
        throws: As they came into the log, those for who begins among them.
        asked: Questions.
        corrections: How often the players put the companion right without being asked.
        differences: Entries of the log that are not what lay there.
        page_differs: Cells, sums and lines in which the page shows something else than the log.
        taps: On the page.
        seconds: How long it took.
    """

    game: EscaleroState
    throws: list[TrueThrow]
    asked: int
    corrections: int
    differences: list[str]
    page_differs: list[str]
    taps: int
    seconds: float

    @property
    def misread(self) -> list[TrueThrow]:
        """Return the throws whose faces came into the log otherwise than they lay."""
        return [each for each in self.throws if each.taken != each.true]


def play(
    folder: Path,
    browser: Browser,
    *,
    players: int,
    seed: int,
    speed: float,
    reader: Callable[[SimulatedBoard], BoardReader] | None = None,
    hasty: bool = False,
    progress: Callable[[EscaleroState], None] = lambda _: None,
) -> Outcome:
    """Play a game and compare.

    Args:
        folder: For the store.
        browser: That shows the page.
        players: How many.
        seed: Of the simulated board.
        speed: How fast its time runs.
        reader: Makes what reads the board; None for the models.
        hasty: The players throw as seldom as they may.
        progress: Told of every new turn.

    Raises:
        TimeoutError: If the game hangs.
    """
    began = time.monotonic()
    with playing(folder, browser, seed=seed, speed=speed, reader=reader) as at:
        finger = RowFinger(at.page, at.board)
        player = RowPlayer(finger, finger.touch, seed=seed, hasty=hasty)  # type: ignore[arg-type]
        finger.choose(players)
        _play_on(at, finger, player, progress)
        page_game = at.state.game
        assert isinstance(page_game, EscaleroState)
        page_differs = differences_on(at.page, page_game)
    saved = at.replayed()
    if saved != page_game:
        page_differs.append("the game in the store is another than the one that was played")
    return Outcome(
        game=saved,
        throws=player.throws,
        asked=len(player.asked),
        corrections=player.corrections,
        differences=_differences(player, saved),
        page_differs=page_differs,
        taps=finger.taps,
        seconds=time.monotonic() - began,
    )


def _play_on(at: Playing, finger: RowFinger, player: RowPlayer, progress: Callable[[EscaleroState], None]) -> None:
    """Play until the game is over."""
    entered, since = -1, time.monotonic()
    while (state := at.state).phase is not Phase.GAME_OVER:
        if isinstance(state.game, EscaleroState) and finger.sees(state):
            player.act(state)
            if len(state.game.entries) != entered:
                entered, since = len(state.game.entries), time.monotonic()
                progress(state.game)
        if time.monotonic() - since > HANGS_S:
            raise TimeoutError(f"no entry for {HANGS_S} s in {state.phase}: {state.notice}")
        at.look_again()


def differences_on(page: Page, game: EscaleroState) -> list[str]:
    """Return where the page shows something else than a game that is over."""
    page.wait_for_selector(".slip:not([hidden])")
    shown = page.evaluate(
        """() => ({
        cells: Object.fromEntries([...document.querySelectorAll(".paper .cell")]
            .map((cell) => [`${cell.dataset.row}.${cell.dataset.seat}`, cell.textContent])),
        sums: [...document.querySelectorAll(".paper .sum")].map((sum) => sum.textContent),
        chips: [...document.querySelectorAll(".slip-lines .chips")].map((chips) => parseInt(chips.textContent)),
        })"""
    )
    wanted = {f"{entry.row.value}.{entry.player}": str(entry.points or "–") for entry in game.entries}
    wrong = [
        f"{Row(int(at.split('.')[0])).name} {at}: {shown['cells'].get(at)} for {text}"
        for at, text in wanted.items()
        if shown["cells"].get(at) != text
    ]
    sums = [str(game.sum_of(seat)) for seat in range(len(game.players))]
    if shown["sums"] != sums:
        wrong.append(f"sums {shown['sums']} for {sums}")
    chips = [game.chips.stacks[seat] for seat in sorted(game.seats, key=game.sum_of, reverse=True)]
    if shown["chips"] != chips:
        wrong.append(f"chips {shown['chips']} for {chips}")
    return wrong


def _differences(player: RowPlayer, saved: EscaleroState) -> list[str]:
    entered = [(each.player, each.row, tuple(sorted(each.faces)), each.is_served) for each in saved.entries]
    return [f"{a} for {b}" for a, b in zip(entered, player.rows, strict=True) if a != b]


# -- the plug --------------------------------------------------------------------------------------------------

PLAYERS = 3


def standing(view: View) -> Standing:
    """Return what a view shows as done."""
    if view["game"] != "escalero":
        return Standing()
    found = [
        (cell["turn"], row["row"], seat, cell["points"])
        for row, cells in zip(view["rows"], view["cells"], strict=True)
        for seat, cell in enumerate(cells)
        if cell
    ]
    is_read = view["phase"] in {"read", "entering", "throwing"}
    return Standing(tuple(sorted(found)), view["throw"]["number"] if is_read else 0)


def act(running: Running, view: View) -> None:
    """Do the next thing a player would."""
    match view["phase"]:
        case "setup" | "game-over":
            running.touch("new-game", game="escalero", players=list(NAMES[:PLAYERS]), agreed={"beginner": 0})
            running.until(lambda now: now["phase"] != view["phase"], within_s=5)
        case "waiting" | "beginning" | "burning":
            running.press()
        case "asking":
            running.touch("accept-reading")
        case "read" if view["throw"]["number"] < 2:
            running.press()
        case "read" | "entering":
            best = max(view["rows"], key=lambda row: -1 if row["preview"] is None else row["preview"])
            running.touch("decide", event={"type": "row-entered", "row": best["row"]}, moment=view["moment"])
        case _:
            pass


ESCALERO = Kind(turns=PLAYERS * len(Row), standing=standing, act=act)


def main() -> None:
    """Play one game, kill others, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", type=float, default=4.0)
    parser.add_argument("--kills", type=int, default=20)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        outcome = play(
            Path(folder),
            browser,
            players=arguments.players,
            seed=arguments.seed,
            speed=arguments.speed,
            progress=lambda game: print(f"\rentry {len(game.entries)}/{11 * arguments.players}", end="", flush=True),
        )
    throws = outcome.throws
    print(f"\n{len(outcome.game.entries)} entries, {len(throws)} throws, {5 * len(throws)} dice read")
    print(f"{outcome.taps} taps, {outcome.seconds:.0f} s")
    print(f"throws against true dice: {len(outcome.misread)} of {len(throws)} differ {outcome.misread}")
    print(f"held dice miscounted: {sum(each.held != each.truly_held for each in throws)}")
    print(f"burning dice nobody asked about: {sum(each.is_burning for each in throws)}")
    print(f"questions: {outcome.asked}; put right unasked: {outcome.corrections}")
    print(f"sheet against true dice: {len(outcome.differences)} entries differ {outcome.differences}")
    print(f"page against log: {len(outcome.page_differs)} differ {outcome.page_differs}")
    with tempfile.TemporaryDirectory() as folder:
        tally = kill_often(arguments.kills, seed=arguments.seed, folder=Path(folder), kind=ESCALERO, progress=_say)
    print(f"\n{tally.kills} kills, killed in {tally.during}; lost: {len(tally.lost)} {tally.lost}")
    raise SystemExit(1 if outcome.differences or outcome.page_differs or tally.lost else 0)


def _say(tally: Tally) -> None:
    print(f"\rkill {tally.kills}, {tally.turns} turns, {len(tally.lost)} lost", end="", flush=True)


if __name__ == "__main__":
    main()
