"""The first start through the real page on the simulated board: all steps, faults on the way, and then a game."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from firmware.session.vocabulary import Phase
from firmware.session.wizard import STEPS, Outcome, WizardStep
from firmware.simulated.camera import CameraFault
from tests.endtoend.first_start import Start
from tests.endtoend.playing import Wishes, playing

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
pytestmark = [pytest.mark.proof, pytest.mark.browser, pytest.mark.xdist_group("browser")]

PATIENCE_MS = 120_000
"""Other work may share the machine."""


def test_a_first_start_goes_through_all_steps_to_the_first_throw_and_a_game(tmp_path, browser):
    with playing(tmp_path, browser, Wishes(seed=2, speed=20.0, sets_up=True)) as at:
        complaints = []
        at.page.on("pageerror", lambda error: complaints.append(str(error)))
        start = Start(at)
        took_s = start.go_through()
        assert took_s < 300
        assert [*start.took_s] == [*STEPS]
        done = dict(zip(STEPS, at.state.set_up.outcomes, strict=True))
        assert done.pop(WizardStep.SHEET) is Outcome.SKIPPED  # no sheet can be shown to the simulated board
        done.pop(WizardStep.DICE)  # dice that nobody taught may be read surely, or not
        assert set(done.values()) == {Outcome.DONE}
        expect(at.page.locator("#front .tile.is-ready")).to_be_visible()
        at.page.locator(".tile.is-ready .begin").tap()
        start.until(lambda: at.state.phase is not Phase.SETUP, "no game began")
        assert complaints == []
    assert json.loads((tmp_path / "setup.json").read_text(encoding="utf-8"))["step"] == "done"


def test_a_cable_pulled_and_a_board_taken_away_are_said_and_nothing_is_lost(tmp_path, browser):
    with playing(tmp_path, browser, Wishes(seed=3, speed=20.0, sets_up=True)) as at:
        at.page.set_default_timeout(PATIENCE_MS)
        said, notice = at.page.locator(".wizard-said"), at.page.locator(".wizard-notice")
        expect(said).to_contain_text("Ich sehe das ganze Brett.", timeout=PATIENCE_MS)
        at.board.table.show_board(is_in_view=False)
        expect(said).to_contain_text("Ich sehe kein Brett.", timeout=PATIENCE_MS)
        at.board.cameras.fault = CameraFault.BLACK
        expect(said).to_contain_text("Es ist zu finster.", timeout=PATIENCE_MS)
        at.board.cameras.fault = CameraFault.UNPLUGGED
        expect(notice).to_contain_text("Die Kamera ist weg.", timeout=PATIENCE_MS)
        at.board.cameras.fault = None
        at.board.table.show_board(is_in_view=True)
        expect(said).to_contain_text("Ich sehe das ganze Brett.", timeout=PATIENCE_MS)
        expect(notice).to_be_hidden()
        at.page.locator(".wizard-foot .main").tap()
        expect(at.page.locator("#wizard[data-step='sheet']")).to_be_visible(timeout=PATIENCE_MS)
        at.page.locator("#wizard .close").tap()
        expect(at.page.locator("#front")).to_be_visible()
        at.page.locator(".set-up").tap()
        expect(at.page.locator("#wizard[data-step='sheet']")).to_be_visible(timeout=PATIENCE_MS)
