"""A set of dice taught on the page, on the simulated board with the real models, in the middle of a game; then read."""

import pytest
from playwright.sync_api import expect

from firmware.dice.dice_shelf import DiceShelf
from firmware.faces import LABELS, label_of
from firmware.session import lesson, vocabulary
from firmware.settings import config
from tests.bench.evening import lying
from tests.endtoend.playing import PATIENCE_S, Wishes, playing
from vision.read.classify import FaceReader

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
pytestmark = [pytest.mark.proof, pytest.mark.browser, pytest.mark.xdist_group("browser")]

MOST_THROWS = 25


def tap(at, name):
    at.page.get_by_role("button", name=name, exact=True).last.tap()


def true_labels(at, look):
    return lying(look, at.board.table.truth())


def shown_by(at, reader):
    look = at.state.teaching.look
    frame, _ = at.table.companion._eye.picture_of(look.exposed_ns)
    crops = reader.crops(frame, [die.detection.quad for die in look.dice])
    return dict(zip((crop.tobytes() for crop in crops), true_labels(at, look), strict=True))


def throw(at):
    for _ in range(MOST_THROWS):
        at.page.locator("#teach .press-button").tap()
        at.until(lambda: at.state.teaching.waiting is not None, "the press was not heard")
        at.until(lambda: at.state.teaching.waiting is None, "the dice were not seen")
        if at.state.teaching.notice is None:
            return
    raise AssertionError(f"no throw was good; the last said {at.state.teaching.notice}")


def test_a_set_is_taught_during_a_game_kept_and_read(tmp_path, browser):
    with playing(tmp_path, browser, Wishes(seed=4, speed=20.0)) as at:
        page = at.page
        page.set_default_timeout(PATIENCE_S * 1000)
        # A game, and its first throw.
        page.locator(".tile.is-ready .tile-choose").tap()
        page.get_by_role("button", name="Spieler 1 beginnt").tap()
        tap(at, "Los geht’s!")
        at.until(lambda: at.state.phase is not vocabulary.Phase.SETUP, "no game began")
        game, lay = at.state.game, at.board.table.truth()
        # The lesson.
        page.locator("#menu").tap()
        tap(at, "Eigene Würfel")
        tap(at, "Würfel zeigen")
        expect(page.locator("#teach h2")).to_have_text("Würfeln, bis jede Seite zweimal oben gelegen ist.")
        shelf = DiceShelf(config.StoreConfig(str(at.store)).dice_folder, FaceReader.from_file())
        shows = dict[bytes, int]()
        while at.state.teaching.stage is lesson.LessonStage.SHOW:
            throw(at)
            shows |= shown_by(at, shelf.reader)
            assert len(shows) < 5 * MOST_THROWS
        # The names, put right where they must be, and kept under the name that is offered.
        crops = shelf.load("Würfel 1").crops
        for face, crop in enumerate(at.state.teaching.card.crops):
            if (true := shows[crops[crop].tobytes()]) != at.state.teaching.card.names[face]:
                page.locator(".named-face").nth(at.state.teaching.card.names[face]).tap()
                page.locator("#dialog .face-choice").nth(true).tap()
                at.until(lambda face=face, true=true: at.state.teaching.card.names[face] == true, "not put right")
        expect(page.locator(".dice-name input")).to_have_value("Würfel 1")
        tap(at, "Stimmt")
        expect(page.locator(".set-name")).to_have_text("Würfel 1")
        expect(page.locator(".teach-notice")).to_contain_text("Gelernt: „Würfel 1“.")
        kept = shelf.load("Würfel 1")
        assert (kept.labels, kept.is_named) == (LABELS, True)
        assert min(kept.dice_set().counts) >= 2
        # Back in the game: it is as it was, and its dice are read by the set that was just taught.
        page.locator("#teach .close").tap()
        expect(page.locator("#teach")).to_be_hidden()
        assert at.state.game == game
        assert at.board.table.truth() == lay
        for _ in range(MOST_THROWS):
            before = at.state.reading_number
            page.locator("#button").tap()
            at.until(lambda n=before: at.state.reading_number > n, "the throw was not read")
            if at.state.phase is vocabulary.Phase.READ:
                break
        read = [label_of(die.face) for die in at.state.dice if die.face is not None]
        assert read == true_labels(at, at.state.reading)
        page.locator("#menu").tap()
        tap(at, "Eigene Würfel")
        expect(page.locator(".set-mark")).to_have_text("liegt am Brett")
