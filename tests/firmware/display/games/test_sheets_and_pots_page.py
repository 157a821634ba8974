"""Escalero, Verdecktes Würfelpoker and rounds for a pot in a real Chromium: what is shown and what a touch sends."""

import json
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from firmware.session.events import SecondPassed
from firmware.session.step import step
from firmware.session.touches import Decide, OpenDial, TakeOption
from firmware.session.vocabulary import DialKind
from scoring.dice import Face
from scoring.events import PlayerLeft
from scoring.games import al_capone, hidden_poker, pot
from scoring.games.escalero import Row, RowCorrected, RowEntered
from scoring.hands.ranking import Ranking, all_claims
from tests.firmware.display import moments, served
from tests.firmware.display.games.scenes import HIDDEN, NAMES, SERVED, announced, believed, hidden, played
from tests.firmware.display.looks import TOUCH_PX, own, rest
from tests.firmware.display.scenes import scene
from tests.firmware.session.table_talk import TRIO, PotTable, agreed_on

pytestmark = pytest.mark.browser

WORDS = served.words_of("de")
FULL_THEN_STRUCK = (SERVED, RowEntered(Row.FULL_HAND), SERVED, RowEntered(Row.POKER))


def test_the_sheet_shows_what_each_free_row_would_bring_and_what_stands_there(screen):
    page = screen.open(played(2, 0, SERVED))
    rest(page)
    values = page.locator(".own-cell .entry")
    assert values.all_text_contents() == ["–", "–", "–", "–", "15", "12", "–", "35", "–", "–", "–"]
    assert page.locator(".own-cell .is-worth").all_text_contents() == ["15", "12", "35"]
    screen.tap(".own-cell .row-name >> nth=6", "#dialog:has(.is-row) .close")  # says what it is, enters nothing
    assert screen.table.sent == []
    screen.turn_to(step(played(3, 0, SERVED), OpenDial(DialKind.DECIDE))[0])
    expect(page.locator(".own-cell .is-in-view")).to_have_text("35")
    rest(page)
    dial = page.locator("#dial").bounding_box()
    assert dial["x"] + dial["width"] <= page.locator(".own").bounding_box()["x"]
    screen.turn_to(played(3, 4, PlayerLeft(2)))
    expect(page.locator(".escalero .head.is-gone")).to_have_text(["Franz"])
    page = screen.open(played(2, 8))
    screen.tap(".own-cell:has(.entry:not(:empty)) >> nth=0")
    expect(page.locator("#dialog option")).to_have_count(8)  # four of eleven are full, one of them is this
    page = screen.open(played(2, 0, *FULL_THEN_STRUCK), "1280x800")
    cells = page.locator(f".escalero .cell[data-row='{Row.FULL_HAND.value}'] .entry")
    expect(cells.nth(0)).to_have_text("35")
    assert cells.nth(0).evaluate("one => getComputedStyle(one, '::after').content") == '"!"'
    expect(page.locator(f".escalero .cell[data-row='{Row.POKER.value}'] .entry").nth(1)).to_have_text("–")
    expect(page.locator(".escalero .cell .is-newest")).to_have_count(1)
    screen.tap(".escalero .row .label >> nth=8")
    expect(page.locator("#dialog .is-row")).to_have_text(f"{WORDS.text('ui.about-full')}PunkteserviertKKKAA3035")


def test_an_own_entry_is_put_right_and_somebody_else_s_in_his_column(screen):
    page = screen.open(played(2, 0, *FULL_THEN_STRUCK))
    rest(page)
    screen.tap(own(Row.FULL_HAND))
    dialog = page.locator("#dialog")
    expect(dialog.locator("h2")).to_have_text("Elfriede: Full Hand")
    screen.tap("#dialog .entry-dice .face-choice >> nth=0", "#dialog .faces .face-choice >> nth=5", "ui.not-served")
    assert dialog.locator("option").all_text_contents()[6:8] == ["Quint", "Full Hand"]
    dialog.locator("select").select_option(label=WORDS.text("escalero.aces"))
    assert screen.faults() == {}
    screen.tap("ui.save")
    faces = (Face.ACE, Face.KING, Face.KING, Face.ACE, Face.ACE)
    assert screen.sent() == [Decide(RowCorrected(turn_number=1, row=Row.ACES, faces=faces, is_served=False))]
    expect(dialog).to_be_hidden()
    for size, players in (("800x480", 3), ("phone", 12)):
        screen.open(played(players, 0, SERVED, RowEntered(Row.FULL_HAND)), size)
        screen.tap(".escalero .head >> nth=0", *(["Elfriede"] if players == 12 else []), "Full Hand 35")
        expect(dialog.locator("h2")).to_have_text("Elfriede: Full Hand")


def test_at_the_end_a_slip_says_who_pays_whom_and_can_be_put_aside(screen):
    state = played(3, 33)
    page, game = screen.open_anew(state), state.game
    winner, *losers = sorted(range(3), key=game.sum_of, reverse=True)
    most = game.sum_of(winner)
    expect(page.locator(".slip h2")).to_have_text(WORDS.text("escalero.won", player=NAMES[winner], count=most))
    owed = [{"player": NAMES[loser], "count": most - game.sum_of(loser)} for loser in losers]
    paid = [WORDS.text("escalero.pays", winners=NAMES[winner], **each) for each in owed]
    assert page.locator(".slip .paid").all_text_contents()[1:] == paid
    expect(page.locator(".slip-round")).to_have_text(WORDS.text("result.round", player=NAMES[losers[-1]]))
    screen.tap("ui.see-sheet")
    expect(page.locator(".slip")).to_be_hidden()
    expect(page.locator(".escalero .sum.is-winner")).to_have_text(str(most))
    right = RowCorrected(turn_number=1, row=game.entries[0].row, faces=(Face.ACE,) * 5, is_served=True)
    screen.turn_to(step(state, Decide(right))[0])
    expect(page.locator(".slip")).to_be_visible()  # it comes back when an entry is put right


def test_the_columns_line_up_with_their_names_and_sums(screen):
    page = screen.open(played(12, 75), "phone")
    rest(page)
    heads, cells, sums = (
        page.locator(what).evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
        for what in (".escalero .head", ".escalero .row[data-row='4'] .cell", ".escalero .sum")
    )
    lefts = [[round(box["left"]) for box in boxes] for boxes in (heads, cells, sums)]
    assert lefts[0] == lefts[1] == lefts[2]
    widths = sorted(box["width"] for box in sums)
    assert widths[-1] >= 44 > widths[-2] > 20


@pytest.mark.parametrize("is_each", [False, pytest.param(True, marks=pytest.mark.proof)], ids=["of a kind", "each"])
@pytest.mark.parametrize("sequences", [False, True])
def test_announcements_are_made_in_three_touches_at_most(screen, sequences, is_each):
    page = screen.open(hidden(sequences=sequences).state)
    claims = all_claims(Ranking(sequences=sequences))
    claims = claims if is_each else tuple({claim.hand: claim for claim in claims}.values())
    for number, claim in enumerate(claims, start=1):
        names = [face.name.lower() for face in claim.values]
        screen.tap(f".kind-choice[value='{claim.hand.name.lower().replace('_', '-')}']")
        screen.tap(*[f".claim-faces .face-choice[value='{name}']" for name in names[:1]])
        wanted = json.dumps({"values": names}, separators=(",", ":"))[1:-1]
        page.locator(".say:visible").and_(page.locator(f".say[value*='{wanted}']")).tap()
        assert screen.sent(number)[-1] == Decide(hidden_poker.Announced(claim))


def test_before_the_kind_is_chosen_nothing_can_be_announced_and_another_kind_or_player_begins_anew(screen):
    page = screen.open_anew(hidden().state)
    assert page.locator(".say:visible").count() == 0
    expect(page.locator(".cup-actions")).to_be_hidden()  # nobody peeks under a camera
    screen.tap(".kind-choice[value='poker']", ".face-choice[value='king']:visible")
    expect(page.locator(".say:visible .say-words")).to_have_text(f"{WORDS.text('ui.announce')}: Vier Könige")
    screen.tap(".kind-choice[value='pair']")
    expect(page.locator(".say:visible")).to_have_count(0)
    screen.show(believed(hidden()).state)
    expect(page.locator(".kind-choice.is-chosen")).to_have_count(0)


SIGNS = "all => all.map(one => getComputedStyle(one, '::before').maskImage)"


def test_each_seat_has_a_sign_of_its_own_the_same_wherever_its_name_stands(screen):
    page = screen.open(played(12, 13))
    signs = page.locator(".escalero .head").evaluate_all(SIGNS)
    assert len({*signs, "none"}) == 13
    for state, names in (
        (PotTable().sit(agreed_on(NAMES)).state, ".seat-name"),
        (announced(hidden(NAMES)).state, ".hidden-name"),
        (announced(hidden()).state, ".hidden-headline"),
        (moments.thrown_to_begin([(0, 20)]), "#beginning .name"),
        (scene("over"), ".score .name"),
        (scene("second"), ".player .name"),
        (scene("second"), ".heads .sides i"),
    ):
        screen.turn_to(state)
        found = page.locator(names).evaluate_all(SIGNS)
        assert found == signs[: len(found)] != [], names
    expect(page.locator(".heads .sides .is-to-move[data-mark='0']")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".sides .is-to-move:visible")).to_have_count(1)  # beside the sums, one below the other


COVERED = """all => all.filter(one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button"));
}).map(one => one.textContent)"""


@pytest.mark.parametrize("is_simulated", [False, True])
@pytest.mark.parametrize("size", ["800x480", "phone", "1280x800"])
def test_the_dial_covers_nothing_that_a_finger_announces_with(screen, size, is_simulated):
    state = step(hidden().state, OpenDial(DialKind.DECIDE))[0]
    page = screen.open(step(state, TakeOption(DialKind.DECIDE, 3))[0], size, is_simulated=is_simulated)
    screen.tap(".kind-choice[value='full']", ".face-choice[value='ace']:visible")
    expect(page.locator("#dial")).to_be_visible()
    assert page.locator("#game button:visible").evaluate_all(COVERED) == []


def test_the_only_opponent_has_one_big_button_of_more_each_has_one_of_his_name(screen):
    page = screen.open(HIDDEN["doubting"]())
    button, hurried = page.locator(".doubter:visible"), page.locator(".ring.is-hurried")
    expect(button).to_have_text(WORDS.text("ui.bluff"))
    assert button.bounding_box()["height"] >= 2 * TOUCH_PX
    expect(hurried).to_have_count(0)
    screen.turn_to(HIDDEN["hurry"]())  # the last three seconds
    expect(hurried).to_have_count(1)
    screen.turn_to(HIDDEN["three"]())
    expect(button).to_have_text(["Elfriede", "Kurt", "Franz", "Bö", "Cäsar"])
    screen.turn_to(HIDDEN["won"]())
    bluff = page.locator(".hidden-seat.is-bluff")
    expect(bluff.locator(".hidden-note")).to_have_text("Lag da: Zwei Damen")
    assert bluff.locator(".seat-lines path").count() == 1  # it is struck through
    expect(bluff.locator(".hidden-found .mini:has(svg)")).to_have_count(5)
    assert page.locator(".hidden-seat.is-believed .seat-lines path").count() == 0
    screen.turn_to(HIDDEN["over"]())
    expect(page.locator(".rest-detail")).to_have_text(WORDS.text("result.rounds", players="Elfriede und Franz"))


@pytest.mark.parametrize("is_answered_first", [False, True])
def test_a_doubt_that_crosses_the_last_second_is_told_that_it_is_too_late(screen, is_answered_first):
    at = announced(hidden())
    page = screen.open_anew(at.state)
    waiting: list[Any] = []
    page.route("**/touch", lambda route: waiting.append(route))
    with page.expect_request("**/touch"):
        screen.tap(".doubter:visible")
    rest(page)
    if is_answered_first:
        waiting[0].fulfill(status=409)
        expect(page.locator("#toast")).to_have_text(WORDS.text("ui.changed"))
    screen.turn_to(at.tell(SecondPassed(0, moment=3)).state)  # settled while the touch is under way
    if not is_answered_first:
        waiting[0].continue_()
    expect(page.locator("#toast")).to_have_text(WORDS.text("ui.too-late"))
    assert screen.table.sent == []


def test_the_ring_closes_by_itself_between_the_seconds_and_goes_on_with_each(screen):
    at = announced(hidden())
    page = screen.open(at.state)
    offset = "() => parseFloat(getComputedStyle(document.querySelector('.ring-left')).strokeDashoffset)"
    expect(page.locator(".ring-count")).to_have_text("10")
    page.wait_for_function(f"() => ({offset})() > 3")
    screen.show(replace(at.state, seconds_left=5))
    expect(page.locator(".ring-count")).to_have_text("5")
    assert 50 <= page.evaluate(offset) <= 60.5
    page.wait_for_function(f"() => ({offset})() >= 59.9")  # and there it waits for the companion's next second
    assert page.evaluate(offset) <= 60.5


def test_dice_are_thrown_under_the_simulated_cup_and_seen_only_as_long_as_the_finger_stays(screen):
    page = screen.open(hidden().state, is_simulated=True, has_touch=False)
    expect(page.locator(".cup-thrown")).to_have_text(WORDS.text("ui.cup-thrown"))  # and there is no second throw
    expect(screen.button("ui.cup-under")).to_be_hidden()
    page.locator(".cup-peek").hover()
    page.mouse.down()
    expect(page.locator(".peeked:visible svg")).to_have_count(2)  # as many as the noted board says
    page.mouse.up()
    expect(page.locator(".cup-shown")).to_be_hidden()
    assert page.locator(".peeked svg").count() == 0
    waiting: list[Any] = []
    page.route("**/simulated/peek", lambda route: waiting.append(route))
    page.locator(".cup-peek").hover()  # where it lies now that nothing is shown
    with page.expect_request("**/simulated/peek"):
        page.mouse.down()
    page.mouse.up()
    rest(page)
    assert len(waiting) == 1
    with page.expect_response("**/simulated/peek") as answered:  # comes after the finger has gone
        waiting[0].continue_()
    answered.value.finished()
    rest(page)
    assert page.locator(".peeked svg").count() == 0
    for name in ("doubting", "lifting", "won"):
        screen.turn_to(HIDDEN[name]())
        expect(page.locator(".cup-actions")).to_be_hidden()
    expect(page.get_by_role("button", name=WORDS.text("decision.begin-round"))).to_have_count(1)
    page.route("**/simulated/peek", lambda route: route.fulfill(json={"faces": []}))
    screen.turn_to(believed(hidden()).state)  # what was not thrown is not announced, and a press alone throws it
    expect(page.locator(".cup-actions")).to_be_hidden()
    for what in (".kind-choice[value='pair']", ".face-choice[value='king']:visible", ".say:visible"):
        page.locator(what).click()
    expect(page.locator("#toast")).to_have_text(WORDS.text("ui.cup-empty"))
    page.get_by_role("button", name="Verdeckt würfeln", exact=True).click()  # nor has it a long press
    assert screen.sent() == [("cover", None)]
    expect(page.locator(".cup-thrown")).to_be_visible()


def thrown(**agreed: object) -> PotTable:
    return PotTable().sit(agreed_on(**agreed)).throw("KK9QA")


def test_a_raise_is_one_touch_on_its_stake_and_of_many_stakes_one_is_set_and_then_taken(screen):
    page = screen.open_anew(thrown().state)
    assert page.locator(".stake-choice:visible").all_text_contents() == ["2", "3", "4", "5", "6"]
    screen.tap("Fertig: erhöhen auf 4")
    assert screen.sent() == [Decide(pot.HandKept(4))]
    game = thrown(stakes=pot.Stakes(minimum=1, maximum=9, stack=50))
    screen.turn_to(game.state)
    screen.tap("mehr", "mehr", "mehr", "weniger", "Fertig: erhöhen auf 4")
    assert screen.sent(2)[1] == Decide(pot.HandKept(4))
    screen.show(replace(game.state, language="en"))  # a view that changes nothing about it
    expect(page.locator(".stake-set")).to_have_text("Done: raise to 4")
    screen.turn_to(game.decide(pot.HandKept(1)).throw("99XJQ").state)
    expect(page.locator(".stake-set")).to_have_text("Fertig: erhöhen auf 2")  # it was for the hand before
    more = page.get_by_role("button", name="mehr").bounding_box()
    page.mouse.move(more["x"] + 9, more["y"] + 9)
    page.mouse.down()  # held down it counts on, and stops at the highest
    expect(page.locator(".stake-set")).to_have_text("Fertig: erhöhen auf 9")
    page.mouse.up()
    page.get_by_role("button", name="weniger").press("Enter")
    expect(page.locator(".stake-set")).to_have_text("Fertig: erhöhen auf 8")


def test_who_cannot_pay_is_offered_only_to_pass_and_goes_home_by_the_menu(screen):
    stakes = pot.Stakes(minimum=1, maximum=3, stack=4)
    game = PotTable().sit(agreed_on(stakes=stakes)).show("AAAAA", 3).answer_raise(False, True).show("99XQK")
    page = screen.open(game.show("KKKK9", 3).answer_raise(True).state)
    assert page.locator(".pot-foot button:visible").all_text_contents() == ["Franz passt"]
    screen.turn_to(thrown().state)
    assert page.get_by_role("button", name="heim").count() == 0
    screen.tap("#menu")
    assert page.get_by_role("button", name="mit Vorschlag").count() == 0  # there are no cells to choose
    screen.tap("Jemand geht heim", "#dialog .leaves >> text=Kurt", "Kurt geht heim")  # is asked whether he means it
    assert screen.sent() == [Decide(PlayerLeft(1))]


def test_seats_go_round_clockwise_and_show_stack_stake_dice_and_hand(screen):
    name = "<img src=x onerror=a>"  # is text and no markup
    page = screen.open(PotTable().sit(agreed_on((name, "B", "C", "D"))).state)
    expect(page.locator(".seat-name").nth(0)).to_have_text(name)
    places = {}
    for seat in page.locator(".pot-seat").all():
        box = seat.bounding_box()
        places[seat.locator(".seat-name").text_content()[0]] = (box["x"], box["y"])
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (places[name] for name in "<BCD")
    assert ax == bx < cx == dx
    assert by == cy < ay == dy
    screen.turn_to(PotTable().sit().show("KK9QA", 3).state)
    expect(page.locator(".pot-seat")).to_have_count(3)
    seat = page.locator(".pot-seat").nth(0)
    expect(seat.locator(".seat-stack")).to_have_text("47")
    expect(seat.locator(".staked-count")).to_have_text("3")
    expect(seat.locator(".seat-hand")).to_have_text("Zwei Könige")
    assert seat.locator(".mini text").all_text_contents() == ["A", "K", "K", "D", "9"]
    assert seat.locator(".seat-pile svg").count() == 1
    expect(page.locator(".pot-count")).to_have_text("5")
    expect(page.locator(".pot-seat").nth(1)).to_have_attribute("data-state", "to-answer")


def test_jokers_show_what_they_stand_for_and_al_capone_its_values(screen):
    page = screen.open(PotTable().sit(agreed_on(jokers=True)).throw("AAKK9").state)
    dice = page.locator(".pot-seat").nth(0).locator(".mini").all()
    assert [die.locator("text").all_text_contents() for die in dice] == [["A", "K"], ["A", "K"], ["K"], ["K"], ["9"]]
    screen.turn_to(PotTable().sit(al_capone.AlCaponeBegan(players=TRIO, beginner=0)).state)
    expect(page.locator(".kind-first")).to_have_text(WORDS.text("ui.kind-before-sum"))
    expect(page.locator(".pot-foot button:visible")).to_have_count(0)  # the throw begins the round
    expect(page.locator(".worth-value")).to_have_text(["99", "1010", "B11", "D12", "K13", "A14"])
