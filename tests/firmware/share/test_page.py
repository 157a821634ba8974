"""The page on a phone, and what the device's own page shows of phones, in a real Chromium."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from itertools import product
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from firmware.display import messages, replay
from firmware.session.state import SessionState
from firmware.session.touches import ChooseLanguage, NewGame, TouchCell
from firmware.share import server
from firmware.share.limits import MOST_SEATS_EACH
from scoring.events import GameBegan
from scoring.ruleset import Ruleset
from scoring.sheets import category, sheet
from tests.firmware.display.looks import LOOKS, SIZES, TONGUES, faults, usually
from tests.firmware.display.scenes import SCENES, played, scene
from tests.firmware.display.served import LONGEST, words_of
from tests.firmware.display.test_dialogs_page import listed
from tests.firmware.display.test_server import post
from tests.firmware.share.sharing import HERE, Phone

pytestmark = pytest.mark.browser


PHONES = {"small": (360, 660), "usual": (390, 844), "large": (430, 932), "across": (844, 390)}


@pytest.fixture
def on_phone(shared, open_url) -> Callable[..., Page]:
    return lambda size="usual": open_url(shared.url, PHONES[size])


def type_digits(page: Page, digits: str, language: str = "de") -> None:
    page.get_by_role("button", name=words_of(language).text("ui.play-along")).tap()
    page.locator(".digits-field").fill(digits)


@pytest.mark.parametrize(("size", "language"), usually([("small", LONGEST)], product(PHONES, messages.LANGUAGES)))
def test_every_scene_fits_a_phone_that_follows(shared, on_phone, size, language):
    shared.show(replace(scene("empty"), language=language))
    page = on_phone(size)
    for name in SCENES:
        shared.show(replace(scene(name), language=language))
        found = faults(page, version=shared.phones._follow._version)
        assert found.keys() <= {"small", "beyond"}, name  # low rows: nothing is to be touched


@pytest.mark.parametrize("language", TONGUES)
def test_the_smallest_phone_that_plays_chooses_among_all_languages(shared, on_phone, language):
    shared.show(replace(scene("second"), language=language))
    page = on_phone("small")
    type_digits(page, shared.digits, language)
    expect(page.locator("body[data-access=control]")).to_have_count(1)
    page.locator("#menu").tap()
    assert faults(page, scrolls=True) == {}
    page.locator("#dialog .close").tap()
    shared.show(SessionState(language=language))
    expect(page.locator(".segment.language")).to_have_text([each.upper() for each in messages.LANGUAGES])
    assert faults(page, scrolls=True).keys() <= {"beyond"}  # longer words than any one language has
    page.locator(".segment.language").nth(4).tap()
    assert shared.wait_for() == [ChooseLanguage("nl")]


def test_a_phone_that_follows_reads_all_and_sends_nothing_whatever_is_touched(shared, on_phone):
    shared.show(scene("entered"))
    page = on_phone("small")
    sizes_of = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    sizes = page.locator(".entry:not(:empty)").evaluate_all(sizes_of)
    assert len(sizes) > 100
    assert min(sizes) >= 14
    shared.show(scene("second"))
    expect(page.locator("body[data-phase='read']")).to_have_count(1)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    for what in (".cell >> nth=44", ".die >> nth=0", "#notice", "#players .name >> nth=0"):
        page.locator(what).tap(force=True)
        if page.locator("#dialog[open] .close").count():
            page.locator("#dialog .close").tap()
    page.keyboard.press("Space")
    assert (asked, shared.sent) == ([], [])
    expect(page.locator("#button")).to_be_hidden()
    expect(page.locator("#menu")).to_be_hidden()


def test_whoever_types_the_digits_plays_until_the_device_says_otherwise_or_leaves(shared, on_phone):
    shared.show(scene("second"))
    page = on_phone()
    pictures: list[str] = []
    page.on("request", lambda request: request.url.endswith(".jpg") and pictures.append(request.url))
    type_digits(page, "none")
    expect(page.locator("#dialog [role=status]")).to_have_text("Das stimmt nicht. Am Gerät können schon andere stehen.")
    page.locator(".digits-field").fill(shared.digits)
    expect(page.locator("body[data-access=control]")).to_have_count(1)
    page.locator(".row[data-row='8']").tap()
    page.locator(".column-choice").nth(8).tap()
    assert shared.wait_for() == [TouchCell(sheet.Cell(category.Category.POKER, 9))]
    page.locator(".die").nth(1).tap()
    expect(page.locator(".own-picture")).to_be_hidden()
    page.locator("#dialog .close").tap()
    assert faults(page) == {}
    assert post(shared, "/share/end", {"number": 1}) == 204
    expect(page.locator("body[data-access=follow]")).to_have_count(1)
    assert pictures == []
    type_digits(page, shared.digits)
    page.locator("#menu").tap()
    for name in ("Eigene Würfel", "Handys"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    page.get_by_role("button", name="Nur zuschauen").tap()
    expect(page.locator("body[data-access=follow]")).to_have_count(1)


def test_before_a_game_a_phone_waits_or_begins_it_with_the_digits_and_after_one_begins_no_other(shared, on_phone):
    shared.show(scene("over"))
    page = on_phone()
    expect(page.get_by_role("heading", name="Kurt gewinnt!")).to_be_visible()
    page.get_by_role("button", name="Plan ansehen").tap()
    expect(page.get_by_role("button", name="Neues Spiel")).to_have_count(0)
    shared.show(scene("setup"))
    expect(page.get_by_text("Gleich geht’s los.")).to_be_visible()
    expect(page.get_by_role("button", name="Los geht’s!")).to_have_count(0)
    type_digits(page, shared.digits)
    page.get_by_role("button", name="Los geht’s!").tap()
    assert shared.wait_for() == [NewGame(GameBegan(players=("Elfriede", "Kurt"), ruleset=Ruleset(), beginner=None))]


@pytest.fixture
def hotspot(shared, monkeypatch, tmp_path):
    (tmp_path / "hotspot").write_text("WIFI:T:WPA;S:Serviert;P:kq7mz24hra;;\n", encoding="utf-8")
    monkeypatch.setattr(server, "HOTSPOT", tmp_path / "hotspot")
    monkeypatch.setattr(server, "HOTSPOT_IP", str(HERE.ip))
    shared.phones.look()
    yield shared
    monkeypatch.undo()
    shared.phones.look()


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_the_front_and_the_code_digits_and_phones_of_a_device_that_shares_fit(hotspot, open_url, size, language):
    shared, words = hotspot, words_of(language)
    shared.show(SessionState(language=language))
    page = open_url(shared.server.url, SIZES[size])
    expect(page.locator(".action.phones")).to_have_text(words.text("ui.phones"))
    assert faults(page, scrolls=True) == {}
    for number in range(4):
        Phone(shared, address=f"127.0.0.{60 + number}").types(shared.digits)
    shared.show(replace(scene("second"), language=language))
    open_phones(page, language)
    expect(page.locator("#dialog .choice")).to_have_count(7)
    expect(page.locator(".wifi-password")).to_have_text("kq7mz24hra")
    assert faults(page) == {}
    page.locator("#dialog .choice").nth(2).tap()
    expect(page.locator(".digits")).to_have_text(shared.digits)
    phones = page.locator("#dialog .choice").all_text_contents()[4:]
    assert (phones, faults(page)) == ([f"{words.text('ui.phone')} {number}" for number in (1, 2, 3, 4)], {})
    hidden = "one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"
    across, down = page.locator("#dialog").evaluate(hidden)
    assert across <= 1
    assert down <= 1 or size == "phone"  # nobody's device, but it scrolls


def scanned(page: Page) -> str:
    pixels = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    return str(cv2.QRCodeDetectorAruco().detectAndDecode(pixels)[0])


def test_whoever_scanned_the_code_to_play_plays_though_a_neighbour_guesses_and_it_is_good_once(shared, open_url):
    shared.show(scene("second"))
    guessing = [Phone(shared, address=f"127.0.0.{80 + number}") for number in range(4)]
    assert {each.types("none") for each in guessing for _ in range(5)} == {"wrong", "wait"}
    assert (shared.phones.desk.status()["is_locked"], Phone(shared).types(shared.digits)) == (True, "wait")
    key = shared.key
    page = open_url(f"{shared.url}#{key}", PHONES["usual"])
    expect(page.locator("body[data-access=control]")).to_have_count(1)
    assert page.evaluate("() => location.hash") == ""
    assert Phone(shared, address="127.0.0.90").types(key) == "wait"


def test_a_phone_without_a_seat_is_told_why_and_let_in_when_one_is_free(shared, open_url):
    shared.show(scene("second"))
    page = open_url(shared.server.url, PHONES["usual"])
    with ExitStack() as open_pages:
        for _ in range(MOST_SEATS_EACH):
            next(open_pages.enter_context(Phone(shared).views()))
        page.goto(shared.url)
        expect(page.locator("#lost")).to_contain_text("Es schauen schon so viele Handys zu.")
    expect(page.locator("body[data-access=follow]")).to_have_count(1)
    expect(page.locator("#lost")).to_be_hidden()


def open_phones(page: Page, language: str = "de") -> None:
    page.locator("#menu").tap()
    page.get_by_role("button", name=words_of(language).text("ui.phones")).tap()


def test_a_scanner_reads_the_smallest_displays_code_and_one_touch_ends_a_phone_or_renews_digits(shared, open_url):
    Phone(shared, address="127.0.0.60").types(shared.digits)
    shared.show(scene("second"))
    page = open_url(shared.server.url, SIZES["800x480"])
    open_phones(page)
    assert scanned(page) == shared.url
    page.get_by_role("button", name="Mitspielen").tap()
    assert scanned(page) == f"{shared.url}#{shared.key}"
    before = shared.digits
    page.get_by_role("button", name="Handy 1").tap()
    expect(page.get_by_role("button", name="Handy 1")).to_have_count(0)
    for _ in range(3):  # one time in ten thousand they are the same
        page.get_by_role("button", name="Andere Ziffern").tap()
        page.wait_for_timeout(50)
    expect(page.locator(".digits")).to_have_text(shared.digits)
    assert shared.digits != before
    shared.places = ()
    shared.phones.look()
    expect(page.locator("#dialog")).to_contain_text("Kein WLAN.")


@pytest.mark.parametrize("is_playing", [False, True])
def test_a_phone_replays_a_game_of_the_evening_changes_nothing_and_asks_for_no_picture(shared, on_phone, is_playing):
    answers, log = shared.phones._routes.analysis, [record.event for record in played(7)]
    answers.games, answers.replays = listed("de")[:3], {3: replay.replay_view(log, words_of("de"), pictured=range(99))}
    shared.show(scene("second"))
    page = on_phone("small")
    if is_playing:
        type_digits(page, shared.digits)
        page.locator("#menu").tap()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {urlsplit(request.url).path}"))
    page.get_by_role("button", name="Spiele heute").tap()
    expect(page.locator(".kept-game")).to_have_count(3)
    expect(page.locator("#dialog .action")).to_have_count(0)
    page.locator("button.kept-told").first.tap()
    expect(page.locator(".replay-count")).to_have_text("7/7")
    assert (faults(page, scrolls=True), asked, shared.sent) == ({}, ["GET /games", "GET /games/3"], [])
