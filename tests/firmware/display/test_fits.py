"""The page in a real Chromium: everything fits every screen and a finger, in every language."""

from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from firmware.display import names, sentences
from firmware.display.dials import option_text
from firmware.display.messages import LANGUAGES
from firmware.display.view import view
from firmware.session.choosing import FORMS, Choice
from firmware.session.state import SessionState
from firmware.session.step import step
from firmware.session.touches import OpenDial, TakeOption
from firmware.session.vocabulary import DialKind, Notice, NoticeKey, Phase
from scoring.events import GameBegan
from scoring.games.open_poker import OpenPokerBegan
from scoring.sheets.category import Category
from tests.cases import cases
from tests.firmware.display import looks, test_front_page, test_view, wizard_scenes
from tests.firmware.display.games import scenes as games
from tests.firmware.display.games.scenes import LONG_NAMES
from tests.firmware.display.moments import MOMENTS, moments
from tests.firmware.display.scenes import LESSONS, PLAYERS, scene
from tests.firmware.display.served import LONGEST, words_of
from tests.firmware.session.test_rereading import THREE_QUEENS, played

pytestmark = pytest.mark.browser
CASES = cases(__file__)


ON_PHONES = ("table", "escalero", "hidden", "rock", "pot")
OF_A_CAMERA = ("camera", "light", "focus", "done", "3 end")
"""What the simulated board has not: some steps of the wizard, and room for the longest names at a game's end."""
FITTING = looks.usually(
    [
        *((family, "800x480", LONGEST, False) for family in MOMENTS),
        *((family, "phone", LONGEST, False) for family in ON_PHONES[:2]),
        ("table", "800x480", LONGEST, True),
    ],
    product(MOMENTS, looks.SIZES, [*LANGUAGES, LONGEST], (False, True)),
)


@pytest.mark.parametrize(("family", "size", "language", "is_simulated"), FITTING)
def test_every_moment_fits(screen, family, size, language, is_simulated):
    screen.open(replace(scene("empty"), language=language), size, is_simulated=is_simulated)
    found = {}
    for name, state in moments(family):
        if not is_simulated or not (family == "pot" or name.startswith(OF_A_CAMERA)):
            screen.show(replace(state, language=language))
            found[name] = screen.faults(scrolls=size == "phone" and family in ON_PHONES[1:])
    assert {name: faulty for name, faulty in found.items() if faulty} == {}


def test_a_narrow_space_fits_that_another_font_makes_wide(screen):  # the page's own hand has none
    page = screen.open(replace(dict(moments("table"))["twelve throw for the beginning"], language="fr"))
    widened = r"label => (label.textContent = label.textContent.replace('\u202f', '\u00a0'.repeat(3)))"
    assert "\u00a0" in page.locator("#button .label").evaluate(widened)
    assert screen.faults() == {}


def test_a_crowded_game_takes_no_room_from_who_throws_for_the_next_beginning(screen):
    screen.open(games.played(12, 75, names=LONG_NAMES), "phone")
    screen.turn_to(dict(moments("table"))["twelve throw for the beginning"])
    assert screen.faults() == {}


@pytest.mark.parametrize("size_wh", [(400, 240), (640, 400)])
def test_twice_as_large_nothing_is_cut_off_it_scrolls(screen, size_wh):
    screen.open(scene("empty")).set_viewport_size({"width": size_wh[0], "height": size_wh[1]})
    for name in ("setup", "second", "asking", "burning", "over"):
        screen.turn_to(scene(name))
        assert screen.faults(scrolls=True) == {}


@pytest.mark.parametrize("is_night", looks.usually([False], [False, True]))
def test_axe_finds_nothing_that_keeps_anybody_out(screen, is_night):
    page = screen.open(scene("empty"))
    states = [*map(scene, ("setup", "second", "asking", "over")), LESSONS["names"](), wizard_scenes.WIZARDS["throw"]()]
    if is_night:
        states += [make() for make in (*LESSONS.values(), *wizard_scenes.WIZARDS.values())]
    for state in states:
        screen.turn_to(replace(state, is_night=is_night))
        assert Axe().run(page).response["violations"] == []
    screen.turn_to(replace(scene("second"), is_night=is_night))
    for opening in ("#menu", ".die >> nth=0"):
        screen.tap(opening)
        assert Axe().run(page).response["violations"] == []
        screen.tap("ui.shut")


def test_what_does_not_fit_is_found(screen):
    page = screen.open(scene("second"))
    for fault, what, broken in CASES["faults"]:
        assert screen.faults() == {}
        style = page.locator(what).first
        style.evaluate("(one, style) => (one.style.cssText = style)", broken)
        assert fault in screen.faults()
        style.evaluate("(one) => (one.style.cssText = '')")


def dialled(state: SessionState, *kinds: DialKind) -> SessionState:
    for kind in kinds:
        state = step(state, OpenDial(kind))[0]
    return state


TO_ENTRIES = (DialKind.ENTRY, DialKind.ENTRY_ROW, DialKind.ENTRY_COLUMN)
"""Each leads to the next."""
NOT_OF_A_THROW = (*TO_ENTRIES, DialKind.DECIDE, DialKind.CLAIM, DialKind.BET, DialKind.REREAD, DialKind.WIZARD)


@cache
def dials() -> tuple[SessionState, ...]:
    third, long_names = scene("third"), ("Maximiliane Theresia Hubl", "Friedrich-Wilhelm Anton X")
    announcing = dialled(games.hidden().state, DialKind.DECIDE)  # one of 71: the longest there was
    betting = games.everybody_bets(games.at_cloth(*LONG_NAMES, bank_stack=5000), 1).state
    return (
        *(dialled(third, kind) for kind in DialKind if kind not in NOT_OF_A_THROW),
        *(dialled(third, *TO_ENTRIES[: 1 + count]) for count in range(3)),
        dialled(replace(third, game=replace(third.game, agreed=GameBegan(players=long_names))), DialKind.ENTRY),
        announcing,
        step(announcing, TakeOption(DialKind.DECIDE, 4))[0],
        dialled(SessionState(agreed=GameBegan(players=long_names)), DialKind.NEW_GAME),
        dialled(wizard_scenes.WIZARDS["sheet-tilted"](), DialKind.WIZARD),
        dialled(betting, DialKind.DECIDE),
        played().tell(THREE_QUEENS).state,
        dialled(betting, DialKind.DECIDE, DialKind.BET),
    )


@pytest.mark.parametrize(("size", "language"), looks.AT_THE_DEVICE)
def test_dials_fit(screen, size, language):
    page = screen.open(dials()[0], size)
    for state in dials():
        last = replace(state.dial, index=len(state.dial.options) - 1)
        screen.show(replace(state, language=language, dial=last))
        assert page_faults(screen, size) == {}, state.dial.kind
        assert page.evaluate(looks.script("mayBePressed")), state.dial.kind
        expect(page.locator("#dial .choice.is-chosen")).to_have_text(option_text(last.shown, words_of(language)))
        expect(page.locator("#dial .choice.is-chosen")).to_be_in_viewport(ratio=0.9)


def page_faults(screen: looks.Screen, size: str) -> dict[str, list[str]]:
    return screen.faults(scrolls=size == "phone")


@pytest.mark.parametrize(("size", "language"), looks.LOOKS)
def test_dialogs_fit(screen, size, language):
    screen.open(replace(scene("entered"), language=language), size)
    narrow = ("#sheet .row[data-row='3']", ".column-choice >> nth=4")
    to_entry = narrow if screen.page.locator(".is-narrow").count() else (looks.cell(Category.QUEENS, 5),)
    for name, touches in (*CASES["dialogs"], ("entered", (*to_entry, "#dialog .entry-dice .face-choice >> nth=0"))):
        screen.turn_to(replace(scene(name), language=language))
        screen.tap(*touches)
        expect(screen.page.locator("#dialog")).to_be_visible()
        assert screen.faults() == {}, (name, touches)
        screen.tap("#dialog .close")


@pytest.mark.parametrize("size", looks.usually(looks.SMALL[:1], looks.SIZES))
def test_dialogs_of_twelve_and_announcements_fit(screen, size):
    screen.open(games.played(12, 75, names=LONG_NAMES), size)
    for touched in (".escalero .head >> nth=0", "#dialog .column-names .choice >> nth=1"):
        if screen.page.locator(touched).count():  # names are asked for where no column is wide enough to be touched
            screen.tap(touched)
        assert page_faults(screen, size) == {}
    for name, hand in (("straights", "two-pairs"), ("twelve", "full"), ("twelve", "grande")):
        screen.open(games.HIDDEN[name](), size, is_simulated=True)
        screen.tap(f".kind-choice[value='{hand}']", ".claim-faces .face-choice[value='queen']")
        assert page_faults(screen, size) == {}, (name, hand)


OF_A_GAME = {NoticeKey.ENTERED, NoticeKey.ILLEGAL, NoticeKey.STANDINGS}
OF_A_GAME |= {NoticeKey.COMPANION_HOLDS, NoticeKey.COMPANION_DECIDES}
SPOKEN = looks.usually([(LONGEST, False)], product([*LANGUAGES, LONGEST], (False, True)))


@pytest.mark.parametrize(("language", "is_simulated"), SPOKEN)
def test_every_sentence_fits_the_smallest_screen(screen, language, is_simulated):
    page = screen.open(scene("asking"), is_simulated=is_simulated)
    words = words_of(language)
    for phase in (Phase.ASKING, Phase.READ):
        base = replace(scene("asking"), phase=phase, pending=None, language=language)
        screen.turn_to(base)
        looks.rest(page)
        notices = [Notice(key, test_view.VALUES.get(key, ())) for key in NoticeKey]
        told = [view(replace(base, notice=notice), simulated=False, words=words)["notice"] for notice in notices]
        assert page.evaluate(looks.script("cutOff"), told) == [], f"{language}, {phase}: cut off"
        assert page.evaluate(looks.script("cutOff"), [{"text": "zu lang " * 60, "is_loud": True}]) != []


@pytest.mark.parametrize(("size", "language"), looks.AT_THE_DEVICE)
def test_every_sentence_fits_a_lesson(screen, size, language):
    page = screen.open(scene("empty"), size)
    words = words_of(language)
    told = sorted({key for key in NoticeKey if f"notice.{key.value}" in words.message_ids} - OF_A_GAME)
    texts = [sentences.sentence_of(Notice(key, test_view.VALUES.get(key, ())), words) for key in told]
    for name in ("more", "names"):
        screen.show(replace(LESSONS[name](), language=language))
        assert screen.faults() == {}
        for told, fits in ((texts, True), (["zu lang " * 800], False)):
            unfit = page.evaluate(looks.script("unfitInLesson"), {"texts": told, "least": looks.LEAST_PX})
            assert (unfit == []) is fits, f"{language}, {name}: {unfit} does not fit"


@pytest.mark.parametrize("language", looks.TONGUES)
def test_a_rules_card_fits_the_display_without_scrolling(screen, language):
    page = screen.open(scene("empty"))
    for choice, form in [(each, form) for each in Choice for form in range(len(FORMS[each]))]:
        agreed = FORMS[choice][form](players=PLAYERS)
        if hasattr(agreed, "sequences"):
            agreed = replace(agreed, sequences=True)
        elif hasattr(agreed, "ranking"):
            agreed = replace(agreed, ranking=replace(agreed.ranking, sequences=True))
        screen.turn_to(SessionState(agreed=agreed, language=language))
        screen.tap(".tile.is-ready .question")
        expect(page.locator("#dialog h2")).to_have_text(names.form_name(choice, form, words_of(language)))
        assert screen.faults() == {}, choice
        hidden = "d => [d.scrollHeight - d.clientHeight, d.scrollWidth - d.clientWidth]"
        assert page.locator("#dialog").evaluate(hidden) == [0, 0]
        screen.tap("#dialog .close")


@pytest.mark.parametrize(("size", "language"), looks.LOOKS)
def test_the_first_page_fits(screen, size, language):
    begun = [GameBegan(players=(LONG_NAMES[0], LONG_NAMES[3])), OpenPokerBegan(players=LONG_NAMES, jokers=True)]
    states = [SessionState(agreed=agreed) for agreed in begun]
    screen.open(states[0], size)
    for state in (*states, replace(scene("setup"), offers_wizard=True)):
        screen.show(replace(state, language=language))
        assert page_faults(screen, size) == {}


@pytest.mark.parametrize(("size", "language"), looks.LOOKS)
def test_the_players_fit(screen, size, language):
    for number, choice in ((2, Choice.TEN_BY_TEN), (4, Choice.JOKER_POKER), (12, Choice.ROCK_AND_ROLL)):
        agreed = OpenPokerBegan(players=LONG_NAMES[:number])
        known = tuple(f"{name[:21]} {at}" for at, name in enumerate(LONG_NAMES * 2))
        page = screen.open(SessionState(agreed=agreed, language=language, people=known), size)
        screen.tap(test_front_page.tile(choice))
        expect(page.locator(".person:visible")).to_have_count(13)  # and a guest
        assert page_faults(screen, size) == {}
        if size != "phone":  # which scrolls, and keeps the button that begins in view
            assert page.locator(".front-body").evaluate("body => body.scrollHeight - body.clientHeight") == 0
        screen.tap("#front summary")
        assert screen.faults(scrolls=True) == {}
        expect(page.locator("#front .begin")).to_be_in_viewport(ratio=1)
        expect(page.locator("#front .rule").first).to_be_in_viewport()


def test_only_black_ink_the_dice_s_colours_and_one_highlight_are_used(screen):
    coloured = screen.open(scene("second")).evaluate(looks.script("colours"))
    channels = [[int(value) for value in text[text.index("(") + 1 : -1].split(",")[:3]] for text in coloured]
    assert all(max(rgb) - min(rgb) <= 25 for rgb in channels), coloured
