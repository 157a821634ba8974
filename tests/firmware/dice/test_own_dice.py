"""The taught dice at the table: read by, and learnt from what the players put right."""

import logging
from dataclasses import replace
from functools import reduce
from pathlib import Path

import numpy as np
import pytest

from firmware.dice.dice_shelf import DiceShelf
from firmware.dice.kept_dice import Learnt
from firmware.dice.own_dice import OwnDice, PastThrow
from firmware.session.lesson import FaceCard
from firmware.table.latency import PressPart, Stopwatch
from tests.firmware.dice.taught_sets import finder_of, lay
from tests.vision.learn.met_dice import TellingReader, confusing
from tests.vision.learn.test_taught_reader import frame_of
from tests.vision.shown_dice import EACH_TWICE, PIPS, POKER, PlainReader, shown
from vision.learn.impressions import impressions_of
from vision.learn.taught import DiceSet
from vision.learn.taught_reader import SetsReader
from vision.read.reader import ReaderPolicy
from vision.reading import EyeDoubt, Reading

FIVE = (0, 2, 3, 3, 5)


@pytest.fixture
def shelf(tmp_path: Path) -> DiceShelf:
    lay(tmp_path, labels=POKER)
    return DiceShelf(tmp_path, PlainReader())


class Lying:
    """Dice that lie on the board, and who reads them by a shelf."""

    def __init__(self, shelf: DiceShelf, *, design: str = "pips", light: float = 1.0) -> None:
        self.frame, quads = frame_of(shown(design, FIVE, seed=13, light=light))
        self.own_dice = OwnDice(shelf, finder_of(quads), ReaderPolicy())

    def read(self) -> Reading:
        return self.own_dice.reader.read([self.frame], None)

    def learn(self, index: int) -> tuple[Learnt, ...]:
        """Put one die right."""
        reading = self.read()
        return self.own_dice.learn(self.frame, reading, corrected(reading, index, (reading.dice[index].label + 1) % 6))


def labels_of(reading: Reading) -> tuple[int, ...]:
    return tuple(die.label for die in reading.dice)


def corrected(reading: Reading, index: int, label: int) -> Reading:
    dice = [*reading.dice[:index], replace(reading.dice[index], label=label), *reading.dice[index + 1 :]]
    return replace(reading, dice=tuple(dice))


def test_taught_dice_are_read_by_their_set_and_one_put_right_is_learnt_and_read_by_at_once(shelf: DiceShelf):
    assert min(die.confidence for die in Lying(shelf).read().dice) > 0.85
    lying = Lying(shelf, light=0.6)
    reading = lying.read()
    assert labels_of(reading) == FIVE
    assert lying.own_dice.learn(lying.frame, corrected(reading, 2, 1), reading) == (Learnt.IN_USE,)
    assert shelf.load("mine").dice_set().counts == (2, 2, 2, 3, 2, 2)
    assert lying.read().dice[2].confidence > reading.dice[2].confidence - 0.05


def test_what_was_surely_read_and_not_put_right_tells_how_dice_look_in_this_light(shelf: DiceShelf, monkeypatch):
    lying, told = Lying(shelf), []
    reading = lying.read()
    monkeypatch.setattr(SetsReader, "remember", lambda *given: told.append((given[1], given[3])))
    monkeypatch.setattr(SetsReader, "in_light", lambda _, dice_set: told.append(dice_set.name) or dice_set)
    unsure = replace(reading.dice[0], doubt=EyeDoubt.FACE_UNCLEAR)
    over = replace(reading, dice=(unsure, *reading.dice[1:]))
    lying.own_dice.learn(lying.frame, over, corrected(over, 4, 0))
    assert told == ["mine", ("mine", [-1, 2, 3, 3, -1])]  # and what they say of others is held against that light


def test_what_is_taught_changed_or_forgotten_beside_the_game_is_noticed_at_the_next_reading(tmp_path: Path, caplog):
    lying = Lying(DiceShelf(tmp_path, PlainReader()))
    assert min(die.confidence for die in lying.read().dice) < 0.5
    assert lying.own_dice.recognised is None
    lay(tmp_path, labels=POKER)  # as the command line does
    with caplog.at_level(logging.INFO):
        assert (labels_of(lying.read()), labels_of(lying.read())) == (FIVE, FIVE)
    assert lying.own_dice.recognised == "mine"
    assert caplog.text.count("taught dice: mine") == 1  # loaded once, not at every reading
    beside = DiceShelf(tmp_path, PlainReader())
    beside.forget("mine")
    beside.teach("mine", POKER, shown("pips", EACH_TWICE), tuple((face + 1) % 6 for face in EACH_TWICE))
    assert labels_of(lying.read()) == tuple((face + 1) % 6 for face in FIVE)
    beside.undo()
    lying.read()
    assert lying.own_dice.recognised is None


def test_a_damaged_set_is_left_out_and_others_stay_also_without_a_folder(shelf: DiceShelf, tmp_path: Path, caplog):
    suits = lay(tmp_path, "suits", labels=PIPS)
    lying = Lying(shelf)
    suits.write_bytes(b"cut short")
    assert (labels_of(lying.read()), lying.own_dice.recognised) == (FIVE, "mine")
    for path in tmp_path.iterdir():
        path.unlink()
    tmp_path.rmdir()
    tmp_path.write_bytes(b"a file, no folder")
    assert labels_of(lying.read()) == FIVE
    assert "cannot be listed" in caplog.text
    tmp_path.unlink()


def test_nothing_is_learnt_of_strange_dice_other_names_or_where_no_pictures_are_kept(shelf, tmp_path: Path, caplog):
    strange = Lying(shelf, design="suits-night")
    assert strange.learn(0) == ()
    seen = strange.read()
    strange.own_dice.learn = None  # nor of a throw typed by hand
    strange.own_dice.put_right(strange.frame, seen, replace(seen, dice=seen.dice[:3]))
    strange.own_dice.close()
    assert "could not be learnt" not in caplog.text
    off = Lying(DiceShelf(tmp_path, PlainReader(), most_crops=0))
    assert off.learn(0) == ()
    assert (off.own_dice.recognised, len(shelf.load("mine").crops)) == ("mine", len(EACH_TWICE))
    lay(tmp_path, labels=PIPS)
    assert Lying(shelf).learn(0) == ()


def test_finding_and_reading_dice_are_parts_of_an_answer_of_their_own(shelf: DiceShelf):
    frame, quads = frame_of(shown("pips", FIVE))
    stopwatch = Stopwatch()
    reader = OwnDice(shelf, finder_of(quads), ReaderPolicy(), stopwatch=stopwatch).reader
    stopwatch.begin(0)
    for part in (PressPart.WAIT, PressPart.CAPTURE):
        stopwatch.lap(part)
    reader.read([frame], None)
    for part in (PressPart.LOOK, PressPart.SESSION, PressPart.TELL):
        stopwatch.lap(part)
    stopwatch.end(1)
    laps = [part for part, _ in stopwatch.answers[0].laps]
    for part in (PressPart.DETECT, PressPart.CLASSIFY):
        assert laps[laps.index(part) - 1] is PressPart.LOOK


def test_learning_is_finished_on_closing_and_goes_on_after_an_error(shelf: DiceShelf, tmp_path: Path, caplog):
    lying = Lying(shelf, light=0.6)
    reading = lying.read()
    content = (tmp_path / "mine.npz").read_bytes()
    (tmp_path / "mine.npz").write_bytes(content[:500])
    lying.own_dice.put_right(lying.frame, corrected(reading, 2, 1), reading)
    lying.own_dice.later(lambda: (tmp_path / "mine.npz").write_bytes(content))
    lying.own_dice.put_right(lying.frame, reading, reading)  # nothing was put right
    lying.own_dice.put_right(lying.frame, corrected(reading, 2, 1), reading)
    lying.own_dice.close()
    lying.own_dice.close()
    assert "the file is damaged" in caplog.text
    assert len(shelf.load("mine").crops) == 13


MISTAKEN = confusing(3, 2, share=0.6)
"""A general reader that takes every Queen for a Jack."""
THROWS = [tuple((number + die * (1 + number % 2)) % 6 for die in range(5)) for number in range(10)]


class Table:
    """Dice that nobody taught, thrown and learnt from."""

    def __init__(self, folder: Path, reader: TellingReader) -> None:
        self.cards: list[FaceCard] = []
        self.faces, self.shelf = reader, DiceShelf(folder, reader, call="Würfel {}".format)
        self.own_dice = OwnDice(self.shelf, finder_of(), ReaderPolicy(), on_met=self.cards.append)
        self.count = 0

    def throw(self, faces, said=None, doubt: EyeDoubt = EyeDoubt.NONE) -> tuple[tuple[int, ...], tuple[Learnt, ...]]:
        """Throw, and learn when that is over, the players having said what some dice show; return what was read."""
        self.count += 1
        crops = self.faces.drawn(faces, seed=self.count)
        self.faces.crops = lambda *_: crops
        frame, quads = frame_of(crops)
        self.own_dice.reader._finder = finder_of(quads)
        read = replace(self.own_dice.reader.read([frame], None), exposed_ns=self.count)
        over = replace(read, dice=tuple(replace(die, doubt=doubt) for die in read.dice))
        right = reduce(lambda reading, one: corrected(reading, *one), (said or {}).items(), over)
        return labels_of(read), self.own_dice.learn(frame, over, right)

    def met(self) -> FaceCard:
        for faces in THROWS:
            self.throw(faces)
        (card,) = self.cards
        return card


def test_dice_that_nobody_taught_are_met_in_play_and_read_by_once_players_agreed_on_their_names(tmp_path: Path):
    table = Table(tmp_path, TellingReader(chances=MISTAKEN))
    table.throw((0, 1, 2, 3, 4), doubt=EyeDoubt.LEANING)  # dice that burn tell nothing of what they look like
    table.throw((5,) * 5)
    table.throw((5,) * 5)
    assert len(table.own_dice._meeting.crops) == 5  # dice left lying count once
    card = table.met()
    assert (card.name, card.names, card.is_named, card.doubted) == ("Würfel 1", (0, 1, 2, 3, 4, 5), False, None)
    assert table.throw((3, 3, 2, 3, 0))[0] == (2, 2, 2, 2, 0)  # never under a name that nobody agreed on
    assert len(table.cards) == 1  # asked once
    again = Table(tmp_path, table.faces)  # another evening: the plug was pulled, and nothing was closed
    again.throw((3, 4, 2, 1, 0))
    assert again.cards == [card]
    again.throw((2, 3, 3, 0, 1), said={1: 5})
    one, others = again.faces.drawn((3,)), TellingReader("letters")
    lent = impressions_of(others, others.drawn((0, 1, 2, 4))).with_more(impressions_of(again.faces, one))
    again.own_dice._looks.append(PastThrow(99, lent, (0, 1, 2, 4, 2), frozenset()))  # a die among those of another set
    again.shelf.name_faces(card.name, card.names, "Ewalds")
    first, second = again.own_dice.read_again("Ewalds")
    assert (first[1], second[1]) == ((3, 4, 2, 1, 0), (2, 5, 3, 0, 1))  # what players said of a die stands
    assert again.own_dice.read_again("Ewalds") == ()  # each is told once
    assert again.throw((3, 3, 2, 3, 0))[0] == (3, 3, 2, 3, 0)
    assert (again.own_dice.recognised, again.shelf.names()) == ("Ewalds", ("Ewalds",))


def test_a_design_that_the_general_reader_knows_is_not_asked_about(tmp_path: Path):
    table = Table(tmp_path, TellingReader(chances=np.eye(7)))
    for faces in THROWS:
        assert table.throw(faces)[0] == faces
    assert (table.cards, table.shelf.names()) == ([], ())


def test_what_was_met_and_never_named_makes_room_for_what_is_met_next(tmp_path: Path):
    Table(tmp_path, TellingReader(chances=MISTAKEN)).met()
    assert Table(tmp_path, TellingReader("letters", MISTAKEN)).met().name == "Würfel 1"
    assert DiceShelf(tmp_path, PlainReader()).names() == ("Würfel 1",)


def test_a_wrong_correction_changes_nothing_else_and_is_asked_about(tmp_path: Path, monkeypatch):
    table = Table(tmp_path, TellingReader(chances=MISTAKEN))
    card = table.met()
    table.shelf.name_faces(card.name, card.names, card.name)
    content = (tmp_path / "Würfel 1.npz").read_bytes()
    assert table.throw((1, 1, 0, 4, 5), said={0: 5, 1: 5}) == ((1, 1, 0, 4, 5), (Learnt.DOUBTED,) * 2)
    _, asked = table.cards  # one card a throw: once a second was answered, the names would be as before
    assert (asked.names, asked.doubted, asked.is_named) == ((0, 5, 2, 3, 4, 1), 1, True)
    assert (tmp_path / "Würfel 1.npz").read_bytes() == content
    again = Table(tmp_path, table.faces)
    assert again.throw((1, 1, 5, 1, 0))[0] == (1, 1, 5, 1, 0)
    again.shelf.name_faces(asked.name, asked.names, asked.name)  # it is so: all of these are
    assert again.throw((1, 5, 1, 0, 0))[0] == (5, 1, 5, 0, 0)
    left = again.throw((0, 1, 5, 0, 2), doubt=EyeDoubt.FACE_UNCLEAR)[1]  # asked about, and left as they were
    assert (left, sum(again.shelf.load(asked.name).dice_set().counts)) == ((Learnt.IN_USE,) * 5, 24)
    own = DiceSet.embedded  # of faces much alike, too, if the set was sure
    monkeypatch.setattr(DiceSet, "embedded", lambda one, seen: 1 - (1 - own(one, seen)) / 8)
    for doubt, cards in ((EyeDoubt.FACE_UNCLEAR, 0), (EyeDoubt.NONE, 1)):
        again.throw((0, 1, 2, 3, 4), said={0: 3}, doubt=doubt)
        assert len(again.cards) == cards


def test_a_face_that_is_said_of_a_die_is_learnt_only_if_the_die_plainly_shows_it(shelf: DiceShelf, tmp_path: Path):
    own_dice, crop = Lying(shelf).own_dice, shown("pips", (1,), seed=9)[0]
    content, alike = (tmp_path / "mine.npz").read_bytes(), np.array([0.78, 0.8, 0.1, 0.1, 0.1, 0.0])
    assert own_dice._corrected("mine", crop, alike, 0) is Learnt.DOUBTED
    assert own_dice._corrected("mine", crop, alike - 0.1, 1) is Learnt.DOUBTED  # like no face of the set
    assert (tmp_path / "mine.npz").read_bytes() == content
    assert own_dice._corrected("mine", crop, alike, 1) is Learnt.IN_USE


def test_where_no_pictures_are_kept_no_dice_are_met(tmp_path: Path):
    table = Table(tmp_path, TellingReader(chances=MISTAKEN))
    table.own_dice.shelf = DiceShelf(tmp_path, table.faces, most_crops=0)
    for faces in THROWS:
        table.throw(faces)
    assert (table.cards, list(tmp_path.iterdir())) == ([], [])
