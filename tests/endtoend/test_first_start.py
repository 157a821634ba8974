"""The first start through the real page on the simulated board: all steps, faults on the way, and then a game."""

import json

import pytest
from playwright.sync_api import expect

from firmware.session.vocabulary import Phase
from firmware.session.wizard import STEPS, Outcome, Rating, WizardStep
from firmware.simulated.camera import CameraFault
from tests.doubles.tampering import show_board
from tests.endtoend.playing import Wishes, playing

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
pytestmark = [pytest.mark.proof, pytest.mark.browser, pytest.mark.xdist_group("browser")]

PATIENCE_MS = 120_000
"""Other work may share the machine."""
MOST_THROWS = 12
APART_MS = 800
"""Two presses in a hurry are one."""


def press_short_and_long(at):
    checks = at.page.locator(".check.is-done")
    at.page.locator("#wizard .press-button").tap()
    expect(checks).to_have_count(1, timeout=PATIENCE_MS)
    at.page.wait_for_timeout(APART_MS)
    at.page.keyboard.down("Space")
    at.page.wait_for_timeout(1300)
    at.page.keyboard.up("Space")
    expect(checks).to_have_count(2, timeout=PATIENCE_MS)


def throw_until(at, is_so):
    """Throw until something is so; what is not known surely is learnt in play."""

    def is_looking():
        return at.state.wizard is not None and at.state.wizard.waiting is not None

    for _ in range(MOST_THROWS):
        number = at.state.surveys
        at.page.locator("#wizard .press-button").tap()
        at.until(lambda before=number: is_looking() or at.state.surveys != before, "the press was not heard")
        at.until(lambda: not is_looking(), "the dice were not read")
        at.page.wait_for_timeout(50)
        if is_so():
            return


def go_through(at):
    """Touch what somebody would touch, once the page says that he may."""
    dialog = at.page.locator("#wizard")
    for step in STEPS:
        expect(dialog).to_have_attribute("data-step", step.value, timeout=PATIENCE_MS)
        if step is WizardStep.BUTTON:
            press_short_and_long(at)
        elif step is WizardStep.DICE:
            throw_until(at, lambda: at.page.locator(".wizard-dice svg").count())
        elif step is WizardStep.THROW:
            throw_until(at, lambda: at.state.wizard.step is not WizardStep.THROW)
        elif step is not WizardStep.SHEET:
            expect(dialog).to_have_attribute("data-rating", Rating.GOOD.value, timeout=PATIENCE_MS)
        if at.state.wizard.step is step:
            at.page.locator(".wizard-foot .action").last.tap()
            at.until(lambda at_step=step: at.state.wizard.step is not at_step, f"{step} does not end")
    expect(at.page.locator(".wizard-head h2")).not_to_be_empty()
    at.page.locator(".wizard-foot .main").tap()
    at.until(lambda: at.state.wizard is None, "the dialog does not close")


def test_a_first_start_goes_through_all_steps_to_the_first_throw_and_a_game(tmp_path, browser):
    with playing(tmp_path, browser, Wishes(seed=2, speed=20.0, sets_up=True)) as at:
        go_through(at)
        done = dict(zip(STEPS, at.state.set_up.outcomes, strict=True))
        assert done.pop(WizardStep.SHEET) is Outcome.SKIPPED  # no sheet can be shown to the simulated board
        done.pop(WizardStep.DICE)  # dice that nobody taught may be read surely, or not
        assert set(done.values()) == {Outcome.DONE}
        expect(at.page.locator("#front .tile.is-ready")).to_be_visible()
        at.page.locator(".tile.is-ready .begin").tap()
        at.until(lambda: at.state.phase is not Phase.SETUP, "no game began")
    assert json.loads((tmp_path / "setup.json").read_text(encoding="utf-8"))["step"] == "done"


def test_a_cable_pulled_and_a_board_taken_away_are_said_and_nothing_is_lost(tmp_path, browser):
    with playing(tmp_path, browser, Wishes(seed=3, speed=20.0, sets_up=True)) as at:
        at.page.set_default_timeout(PATIENCE_MS)
        said, notice = at.page.locator(".wizard-said"), at.page.locator(".wizard-notice")
        expect(said).to_contain_text("Ich sehe das ganze Brett.", timeout=PATIENCE_MS)
        show_board(at.board.table, is_in_view=False)
        expect(said).to_contain_text("Ich sehe kein Brett.", timeout=PATIENCE_MS)
        at.board.cameras.fault = CameraFault.BLACK
        expect(said).to_contain_text("Es ist zu finster.", timeout=PATIENCE_MS)
        at.board.cameras.fault = CameraFault.UNPLUGGED
        expect(notice).to_contain_text("Die Kamera ist weg.", timeout=PATIENCE_MS)
        at.board.cameras.fault = None
        show_board(at.board.table, is_in_view=True)
        expect(said).to_contain_text("Ich sehe das ganze Brett.", timeout=PATIENCE_MS)
        expect(notice).to_be_hidden()
        at.page.locator(".wizard-foot .main").tap()
        expect(at.page.locator("#wizard[data-step='sheet']")).to_be_visible(timeout=PATIENCE_MS)
        at.page.locator("#wizard .close").tap()
        expect(at.page.locator("#front")).to_be_visible(timeout=PATIENCE_MS)
        at.page.locator(".set-up").tap()
        expect(at.page.locator("#wizard[data-step='sheet']")).to_be_visible(timeout=PATIENCE_MS)
