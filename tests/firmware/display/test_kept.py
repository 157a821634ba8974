"""The list of games: which are in it, when each was, how it stands, and which can go on."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from firmware.display.kept import KeptGames, when
from firmware.display.messages import catalogue
from firmware.display.names import form_name
from firmware.log import stored, whole_file
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.session.choosing import FORMS, Choice
from scoring import dice, events
from scoring import events as ev
from scoring.games.rock_and_roll import BetPlaced, Field
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.cases import cases
from tests.firmware.analysis.played import game
from tests.firmware.display.scenes import HAND, look, played
from tests.firmware.log.games import spoil

GERMAN = catalogue("de")
NOW = datetime(2026, 11, 25, 21, 0, tzinfo=UTC)
PUT_AWAY = (Record(events.GameAbandoned()),)
BEGUN = played(61)
PAIR = ("Anna", "Ben")


class Counted(SqliteStore):
    reads = 0

    def stored_game(self, number: int, *, most: int = -1) -> tuple[stored.StoredRecord, ...]:
        self.reads += most < 0
        return super().stored_game(number, most=most)


@contextmanager
def kept(path: Path, *games: Sequence[Record], is_thorough: bool = True) -> Iterator[tuple[KeptGames, Counted]]:
    """Yield the list of a log to which games were added."""
    with closing(Counted.open(path, now_utc=NOW.isoformat, is_thorough=is_thorough)) as store:  # type: ignore[type-var]
        for records in games:
            store.append(*records)
        yield KeptGames(store), store  # type: ignore[misc]


def rows(listed: KeptGames, most: int = 99) -> list[dict[str, Any]]:
    return listed.page(most, NOW, GERMAN)["games"]  # type: ignore[return-value]


def about(row: dict[str, Any]) -> tuple[object, ...]:
    return row["number"], row["fate"], row["said"], [tuple(player.values()) for player in row["players"]]


def test_games_of_every_kind_are_listed_the_newest_first_with_names_and_how_they_stand(tmp_path):
    first = [events.BeginnerThrown(0, (dice.Face.ACE,) * 5)] * 6 + [BetPlaced(1, Field.RED, 1)]
    chosen = zip(Choice, first, strict=True)
    begun = [(Record(FORMS[choice][-1](players=PAIR)), Record(event), *PUT_AWAY) for choice, event in chosen]
    with kept(tmp_path / "log", *begun, (*begun[0][:1], *PUT_AWAY), game(1), game(2)[:1]) as (listed, store):
        newest, over, *others = rows(listed)
        assert about(newest) == (10, "running", "läuft noch", [("Anna", "0", False), ("Ben", "0", False)])
        assert about(over) == (9, "over", "", [("Anna", "2", True), ("Ben", "1", False)])
        names = [form_name(choice, len(FORMS[choice]) - 1, GERMAN) for choice in Choice]
        assert [row["game"] for row in others] == names[::-1]
        put_away = ("put-away", "weggelegt", "heute, 21:00")
        assert {(row["fate"], row["said"], row["when"]) for row in others} == {put_away}
        assert listed.page(2, NOW, GERMAN) == {"games": [newest, over], "has_more": True}
        before = store.reads
        rows(listed)
        assert store.reads == before + 1  # nothing is added to the others any more


@pytest.mark.parametrize(("hours_ago", "said"), cases(__file__)["ago"])
def test_when_a_game_was_is_said_as_people_say_it(hours_ago, said):
    assert when((NOW - timedelta(hours=hours_ago)).isoformat(), NOW, GERMAN) == said
    assert when(None, NOW, GERMAN) == ""


def test_a_damaged_game_is_shown_as_such_and_the_others_are_there(tmp_path):
    with kept(tmp_path / "log", game(1), game(2), (*BEGUN, *PUT_AWAY)):
        pass
    spoil(tmp_path / "log", 1, len(game(1)) + 3)
    with kept(tmp_path / "log", (*BEGUN[:1], BEGUN[2]), is_thorough=False) as (listed, _):  # entered without a throw
        damaged = [about(row) for row in rows(listed)]
        assert damaged[0] == (4, "damaged", "nicht lesbar", [("Elfriede", "", False), ("Kurt", "", False)])
        assert damaged[1][:3] == (3, "put-away", "weggelegt, nach 61 Zügen")
        assert damaged[2:] == [
            (2, "damaged", "nicht lesbar", [("Anna", "", False), ("Ben", "", False)]),
            (1, "damaged", "nicht lesbar", []),
        ]
        assert len(listed.replay(3, GERMAN)["steps"]) == 61  # type: ignore[index,arg-type]
        assert [listed.replay(number, GERMAN) for number in (0, 1, 2, 4, 5)] == [None] * 5
        assert [listed.records_to_go_on(number) for number in (0, 1, 2, 4, 5)] == [()] * 5


def test_a_game_that_goes_on_is_listed_once_and_cannot_go_on_twice_unless_what_it_went_on_in_is_damaged(tmp_path):
    put_away, over = (*BEGUN, *PUT_AWAY), game(1)
    with kept(tmp_path / "log", put_away, over) as (listed, store):
        assert (listed.records_to_go_on(1), listed.records_to_go_on(2)) == (put_away, ())
        store.append(replace(BEGUN[0], continues=1), *BEGUN[1:])
        assert [row["number"] for row in rows(listed)] == [3, 2]
        assert (listed.records_to_go_on(1), listed.records_to_go_on(3)) == ((), ())
        store.append(*PUT_AWAY, replace(BEGUN[0], continues=3), *BEGUN[1:])
        assert [row["number"] for row in rows(listed)] == [4, 2]
        last = store.newest[0]
        store.append(*over)
    spoil(tmp_path / "log", last)
    with kept(tmp_path / "log", is_thorough=False) as (listed, _):
        stands = {row["number"]: row["fate"] for row in rows(listed)}
        assert list(stands.items()) == [(5, "over"), (4, "damaged"), (3, "put-away"), (2, "over")]


def test_each_throw_has_its_own_picture_whatever_was_put_right_taken_back_or_gone_on_with(tmp_path):
    begun, again = Record(ev.GameBegan(players=PAIR, beginner=0)), (True,) * 4 + (False,)
    entered = [Record(ev.Entered(Cell(Category.ACES, column))) for column in (1, 2)]

    def seen(exposed_ns: int, event: object = ev.ThrowMade(HAND)) -> Record:
        return Record(event, look(exposed_ns=exposed_ns))

    typed = Record(ev.ThrowMade(HAND, again)), seen(14, ev.ThrowCorrected(HAND, again))
    first = seen(11), seen(11, ev.ThrowCorrected(HAND)), seen(14, typed[0].event), Record(ev.ThrowWithdrawn()), *typed
    third = entered[0], Record(ev.EntryTakenBack()), seen(19, typed[0].event), entered[1]
    other = seen(21), Record(ev.ThrowBurned((True,) * 5)), seen(24, typed[0].event), entered[0], seen(26)
    right = Record(ev.EntryCorrected(turn_number=1, cell=Cell(Category.ACES, 3), faces=HAND, is_served=False))
    played = *first, *third, *other, right
    whole_file.make_folder(folder := tmp_path / "pictures" / "1")
    for at in (11, 14, 19, 21, 24):
        whole_file.write_whole(folder / f"{at:020}.jpg", str(at).encode())
    with kept(tmp_path / "log", (begun, *played, *PUT_AWAY), (replace(begun, continues=1), *played)) as (listed, _):
        for number in (1, 2):
            steps: Any = listed.replay(number, GERMAN)["steps"]  # type: ignore[index]
            found = [[at and listed.throw_jpeg(number, at) for at in step["pictures"]] for step in steps]
            assert found == [[b"11", None, b"19"], [b"21", b"24"]]
        nowhere = ((1, 0), (1, 15), (1, 99), (0, 1), (10**30, 1), (1, 10**30))
        assert not any(listed.throw_jpeg(*each) for each in nowhere)


def test_the_tally_of_an_evening_is_of_the_two_who_just_ended_a_game_and_who_won_less_pays(tmp_path):
    def said() -> object:
        return listed.evening(NOW, GERMAN).get("said")

    ended = game(1)
    with kept(tmp_path / "log") as (listed, store):
        store._now_utc = (NOW - timedelta(hours=13)).isoformat  # of yesterday
        store.append(*ended)
        store._now_utc = NOW.isoformat
        store.append(*ended)
        assert [row["number"] for row in listed.phone_page(NOW, GERMAN)["games"]] == [2]  # type: ignore[index,attr-defined]
        assert [bool(listed.phone_page(NOW, GERMAN, number)) for number in (1, 2, 3)] == [False, True, False]
        assert said() is None  # the first of this evening
        store.append(Record(replace(ended[0].event, players=("ben", "ANNA"))), *ended[1:])
        assert said() == "Heute: ben 1, ANNA 1. Die Runde zahlt jeder selbst."
        store.append(*game(1, names=("Anna", "Toni")), *ended)
        assert said() == "Heute: Anna 2, Ben 1. Die Runde zahlt Ben."
        store.append(*BEGUN)
        assert said() is None
