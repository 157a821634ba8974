"""Games chosen on the page in three touches and thrown for who begins, with the plug pulled in between."""

from __future__ import annotations

import pytest

from firmware.session.choosing import Choice
from tests.endtoend.playing import DISPLAY
from tests.endtoend.running import Running, written

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
pytestmark = [pytest.mark.proof, pytest.mark.browser, pytest.mark.xdist_group("browser")]

TAP_MS = 60_000
AGAIN = frozenset({"still-moving", "hand-in-view", "no-dice", "nothing-thrown", "wrong-count"})
"""What a press is answered with on a busy machine: it is pressed again."""
LISTS = """wanted => {
    const box = document.querySelector("#beginning");
    if (wanted === null) return box.hidden;
    const lines = [...box.querySelectorAll(".sums")].map((one) => one.textContent);
    return !box.hidden && JSON.stringify(lines) === JSON.stringify(wanted.map((sums) => sums.join(", ")));
}"""


def throw(running):
    """Throw, or say that a doubtful throw does not count; return the view that answers."""
    view = running.newest()
    if view["phase"] == "asking":
        running.touch("repeat-throw", moment=view["moment"])
    else:
        running.press()
    return running.until(
        lambda now: (
            (now["moment"] != view["moment"] or now["notice"]["key"] in AGAIN)
            and now["phase"] not in {"reading", "throwing"}
        )
    )


def is_open(view):
    return view["beginning"] is not None and not any(each["state"] == "begins" for each in view["beginning"])


def test_a_game_is_chosen_in_three_touches_and_each_throw_for_who_begins_is_listed_also_after_a_kill(tmp_path, browser):
    settings = written(tmp_path, seed=2)
    running = Running(settings)
    page = browser.new_page(viewport=DISPLAY, has_touch=True)
    page.set_default_timeout(TAP_MS)
    page.goto(running.url)

    def holds(view):
        wanted = None if view["beginning"] is None else [each["sums"] for each in view["beginning"]]
        page.wait_for_function(LISTS, arg=wanted, timeout=TAP_MS)

    throws = 0
    for choice in (Choice.ESCALERO, Choice.ROCK_AND_ROLL):
        page.locator(f".tile[data-game={choice}] .tile-choose").tap()
        page.locator(".count .segment").nth(1).tap()
        page.locator("#front .begin").tap()
        running.until(lambda view: view["phase"] != "setup")
        while is_open(running.newest()):
            holds(throw(running))
            throws += 1
            if throws % 2:
                running.kill()
                running.stop()  # nothing runs any more: what listened to it is closed
                running = Running(settings)
                holds(running.until(lambda view: view["moment"] is not None))
        # The game is put away by the menu and stands ready with its players.
        page.locator("#menu").tap()
        for _ in range(2):
            page.get_by_role("button", name="Spiel beenden").tap()
        page.locator(f".tile.is-ready[data-game={choice}]").wait_for()
        running.until(lambda view: view["phase"] == "setup")
    assert throws >= 3
    page.close()
    running.stop()
