"""A set of dice taught on the page, on the simulated board with the real models, in the middle of a game; then read."""

import pytest
from playwright.sync_api import expect

from firmware.dice.dice_shelf import DiceShelf
from firmware.faces import LABELS, label_of
from firmware.session.lesson import LessonStage
from firmware.session.vocabulary import Phase
from firmware.settings import config
from tests.bench.evening import lying
from tests.endtoend.playing import PATIENCE_S, Wishes, playing
from vision.read.classify import FaceReader

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
pytestmark = [pytest.mark.proof, pytest.mark.browser, pytest.mark.xdist_group("browser")]

MOST_THROWS = 25


class Player:
    def __init__(self, at):
        self.table, self.page, self.until = at.table, at.page, at.until

    @property
    def state(self):
        return self.table.companion.state

    @property
    def dialog(self):
        return self.state.teaching

    def tap(self, name):
        self.page.get_by_role("button", name=name, exact=True).last.tap()

    def true_label(self, look, index):
        """Return what a die of a look shows in truth."""
        return lying(look, self.table.board.table.truth())[index]

    def throw(self):
        for _ in range(MOST_THROWS):
            self.page.locator("#teach .press-button").tap()
            self.until(lambda: self.dialog.waiting is not None, "the press was not heard")
            self.until(lambda: self.dialog.waiting is None, "the dice were not seen")
            if self.dialog.notice is None:
                return
        raise AssertionError(f"no throw was good; the last said {self.dialog.notice}")

    def answer(self):
        while self.dialog.stage is LessonStage.ASK:
            standing, look = self.dialog.standing, self.dialog.look
            expect(self.page.locator(".asked-die img")).to_be_visible()
            label = self.true_label(look, standing.question)
            self.page.locator(".asked-faces .face-choice").nth(label).tap()
            self.until(lambda old=standing: self.dialog.waiting is None and self.dialog.standing != old, "no answer")


def test_a_set_is_taught_during_a_game_kept_and_read(tmp_path, browser):
    with playing(tmp_path, browser, Wishes(seed=4, speed=20.0)) as at:
        table, page = at.table, at.page
        complaints = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.set_default_timeout(PATIENCE_S * 1000)
        player = Player(at)
        # A game, and its first throw.
        page.locator(".tile.is-ready .tile-choose").tap()
        page.get_by_role("button", name="Spieler 1 beginnt").tap()
        player.tap("Los geht’s!")
        player.until(lambda: player.state.phase is not Phase.SETUP, "no game began")
        game, lay = player.state.game, table.board.table.truth()
        # The lesson.
        page.locator("#menu").tap()
        player.tap("Eigene Würfel")
        page.locator(".kind.main").tap()
        expect(page.locator("#teach h2")).to_have_text("Würfeln, bis jede Seite zweimal oben gelegen ist.")
        throws = 0
        while player.dialog.stage in {LessonStage.SHOW, LessonStage.ASK}:
            player.throw()
            throws += 1
            player.answer()
            assert throws < MOST_THROWS
        assert player.dialog.stage is LessonStage.CHECK
        # The check throw, put right where it must be, and kept under the name that is offered.
        player.throw()
        for die in player.dialog.tried:
            true = player.true_label(player.dialog.look, die.index)
            if die.label != true:
                page.locator(".tried-die").nth(die.index).tap()
                page.locator("#dialog .face-choice").nth(true).tap()
        expect(page.locator(".dice-name input")).to_have_value("Würfel 1")
        player.tap("Behalten")
        expect(page.locator(".set-name")).to_have_text("Würfel 1")
        expect(page.locator(".teach-notice")).to_contain_text("Gelernt: „Würfel 1“.")
        kept = DiceShelf(config.StoreConfig(str(at.store)).dice_folder, FaceReader.from_file()).load("Würfel 1")
        assert kept.labels == LABELS
        assert min(kept.dice_set().counts) >= 2
        # Back in the game: it is as it was, and its dice are read by the set that was just taught.
        page.locator("#teach .close").tap()
        expect(page.locator("#teach")).to_be_hidden()
        assert player.state.game == game
        assert table.board.table.truth() == lay
        for _ in range(MOST_THROWS):
            before = player.state.reading_number
            page.locator("#button").tap()
            player.until(lambda n=before: player.state.reading_number > n, "the throw was not read")
            if player.state.phase is Phase.READ:
                break
        read = [label_of(die.face) for die in player.state.dice if die.face is not None]
        assert read == lying(player.state.reading, table.board.table.truth())
        page.locator("#menu").tap()
        player.tap("Eigene Würfel")
        expect(page.locator(".set-mark")).to_have_text("liegt am Brett")
        assert complaints == []
