"""Taught sets on the disk: what is saved comes back, what is damaged is said, what fails leaves all as it was."""

import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware import errors
from firmware.dice.dice_file import ABOUT, FORMAT, arrays_of, decoded, encoded, packed
from firmware.dice.dice_shelf import MOST_SETS, DiceShelf
from firmware.dice.kept_dice import Learnt
from tests.firmware.dice.taught_sets import OtherReader, kept, lay, same
from tests.vision.shown_dice import EACH_TWICE, PIPS, POKER, PlainReader, shown
from vision.errors import TeachError
from vision.learn.impressions import impressions_of

CROPS = shown("pips", EACH_TWICE)
CONTENT = encoded(kept())


@pytest.fixture
def shelf(tmp_path: Path) -> DiceShelf:
    return DiceShelf(tmp_path / "dice", PlainReader())


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The file of a set called so."""
    return lay(tmp_path / "dice")


def teach(shelf: DiceShelf, name: str = "mine", labels=PIPS):
    return shelf.teach(name, labels, CROPS, EACH_TWICE)


def test_a_set_comes_back_as_it_was_saved_and_one_of_another_model_is_made_anew(shelf, tmp_path):
    assert (shelf.names(), shelf.load_all(), shelf.stamps()) == ((), (), {})
    before = teach(shelf)
    after = shelf.load("mine")
    assert same(after, before)
    assert (after.name, after.labels, after.model_sha256) == ("mine", PIPS, "plain")
    assert after.calibration == before.calibration
    assert DiceShelf(tmp_path / "dice", OtherReader()).load("mine").model_sha256 == "newer"


def test_a_set_of_the_smaller_crops_of_before_is_grown_and_made_anew(shelf, tmp_path):
    small = np.stack([cv2.resize(crop, (64, 64)) for crop in CROPS])
    lay(tmp_path / "dice", "mine", encoded(replace(kept(), crops=small, model_sha256="older")))
    grown = shelf.load("mine")
    assert (grown.crops.shape, grown.model_sha256) == (CROPS.shape, "plain")
    read = grown.dice_set().read(impressions_of(PlainReader(), shown("pips", EACH_TWICE, seed=8))).probabilities
    assert read[:, :-1].argmax(axis=1).tolist() == list(EACH_TWICE)


def test_sets_are_listed_by_the_name_of_their_files_with_a_stamp_that_changes_with_its_file_alone(shelf, tmp_path):
    for name in ("zinc", "Opas Würfel", "a.1"):
        lay(tmp_path / "dice", name)
    (tmp_path / "dice" / "rest.part").write_bytes(b"")
    (tmp_path / "dice" / "gone.npz").symlink_to(tmp_path / "nowhere")  # it vanishes while they are listed
    assert shelf.names() == ("Opas Würfel", "a.1", "zinc")
    assert shelf.load("a.1").name == "a.1"  # a copied file is a set of its own
    before = shelf.stamps()
    assert shelf.stamps() == before
    lay(tmp_path / "dice", "zinc", CONTENT + b" ")
    assert {name for name, stamp in shelf.stamps().items() if stamp != before[name]} == {"zinc"}
    shelf.forget("zinc")
    assert set(shelf.stamps()) == {"Opas Würfel", "a.1"}


def test_names_that_could_not_be_files_everywhere_are_refused_and_two_unicode_forms_are_one(shelf, tmp_path):
    for name in ("", " ", "a/b", "../a", ".hidden", "-x", "a\nb", "x" * 41, "a\0b", "con:1"):
        for refuse in (lambda name=name: teach(shelf, name), lambda name=name: shelf.require_name(name)):
            with pytest.raises(errors.DiceSetNameError, match="Dice are called by"):
                refuse()
    lay(tmp_path / "dice", "W\u00fcrfel")
    assert shelf.load("Wu\u0308rfel").name == "W\u00fcrfel"


def test_a_set_taught_again_knows_the_crops_of_both_lessons_and_what_makes_no_set_is_not_saved(shelf, mine):
    grown = shelf.teach("mine", PIPS, shown("pips", (0, 3), seed=5), (0, 3))
    assert grown.dice_set().counts == (3, 2, 2, 3, 2, 2)
    assert set(grown.learnt.tolist()) == {1, 2}
    with pytest.raises(errors.DiceSetNameError, match="have the faces one, two, three, four, five, six; got 9"):
        teach(shelf, labels=POKER)
    with pytest.raises(TeachError, match="No die shows six"):
        shelf.teach("other", PIPS, CROPS[:5], EACH_TWICE[:5])
    assert shelf.names() == ("mine",)


def test_undo_takes_back_the_newest_learning_of_all_sets_one_after_the_other(shelf, mine):
    teach(shelf, "second")
    assert shelf.learn_correction("mine", shown("pips", (1,), seed=5)[0], 1) is Learnt.IN_USE
    assert shelf.load("mine").dice_set().counts == (2, 3, 2, 2, 2, 2)
    assert shelf.undo() == "mine"
    assert same(shelf.load("mine"), kept())
    assert [shelf.undo() for _ in range(3)] == ["second", "mine", None]
    assert shelf.names() == ()
    with pytest.raises(errors.DiceSetError, match='no dice called "mine"; taught are: none'):
        shelf.load("mine")


def test_a_file_that_is_no_set_is_said_in_a_sentence_left_out_and_the_others_are_loaded(shelf, tmp_path, caplog):
    lay(tmp_path / "dice", "good")
    for content in (b"", b"no npz", b"PK\x03\x04" + b"\0" * 40, CONTENT[:-200], CONTENT[:50]):
        lay(tmp_path / "dice", "bad", content)
        with pytest.raises(errors.DiceSetError, match=r"bad\.npz cannot be read: the file is damaged"):
            shelf.load("bad")
    assert [one.name for one in shelf.load_all()] == ["good"]
    assert "bad.npz cannot be read" in caplog.text
    assert shelf.undo() == "good"


def test_every_flipped_byte_is_noticed_or_does_no_harm():
    places = np.random.default_rng(0).integers(0, len(CONTENT), 20).tolist()
    for place in {*range(0, 24, 3), *places, *range(len(CONTENT) - 22, len(CONTENT), 3)}:
        broken = bytearray(CONTENT)
        broken[place] ^= 0x5A
        try:
            found = decoded(bytes(broken), "x")
        except errors.DiceSetError:
            continue
        assert same(found, kept())


def rewritten(**changes: object) -> bytes:
    """Return a set's file with some arrays, or fields of its JSON, exchanged."""
    arrays = arrays_of(CONTENT)
    about = json.loads(arrays.pop(ABOUT).tobytes())
    for name, value in changes.items():
        (arrays if name in arrays else about)[name] = value
    return packed(about, arrays)


def test_parts_that_do_not_belong_together_are_refused_and_a_file_of_a_newer_serviert_is_not_called_damaged():
    damaged = [{"crops": CROPS[:, :32]}, {"crops": CROPS.astype(np.float32)}, {"shown": np.zeros(12, np.int32)}]
    damaged += [{"shown": np.arange(12, dtype=np.int32)}, {"embeddings": np.zeros(12, np.float32)}]
    damaged += [{"general": np.zeros((12, 3), np.float32)}, {"retired": np.ones(12, np.int32)}, {"labels": ["one"]}]
    of_others = {"weights": [0.25] * 4, "temperature": 0.05, "likeness": 0.9, "spread": 0.05, "right": [True] * 5}
    for changes in (*damaged, {"labels": 7}, {"calibration": {"weights": [1.0]}}, {"calibration": of_others}):
        with pytest.raises(errors.DiceSetError, match="damaged"):
            decoded(rewritten(**changes), "x")
    with pytest.raises(errors.DiceSetError, match=f"newer Serviert .format {FORMAT + 1}"):
        decoded(rewritten(format=FORMAT + 1), "x")


def test_pickled_arrays_are_not_unpacked_nor_more_than_any_set_has(tmp_path):
    class Trap:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "sprung"),)

    np.savez(tmp_path / "x.npz", about=np.array([Trap()], dtype=object))
    with pytest.raises(errors.DiceSetError, match="damaged"):
        decoded((tmp_path / "x.npz").read_bytes(), "x")
    assert not (tmp_path / "sprung").exists()
    np.savez_compressed(tmp_path / "x.npz", crops=np.zeros(64_000_001, np.uint8))
    with pytest.raises(errors.DiceSetError, match="more than any set"):
        decoded((tmp_path / "x.npz").read_bytes(), "x")


def test_a_set_that_does_not_fit_on_the_disk_is_said_and_the_old_one_stays(shelf, mine):
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))  # as a disk with 20 kB left
        said = r"cannot be saved in .*what was taught before is still there"
        with pytest.raises(errors.DiceSetNotSavedError, match=said):
            shelf.learn_correction("mine", CROPS[0], 0)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, ignored)
    assert (mine.read_bytes(), list(mine.parent.iterdir())) == (CONTENT, [mine])


def test_where_no_pictures_are_to_be_kept_none_are_and_those_kept_before_are_read(mine):
    off = DiceShelf(mine.parent, PlainReader(), most_crops=0)
    for keep in (
        lambda: off.require_name("mine"),
        lambda: teach(off),
        lambda: off.learn_correction("mine", CROPS[0], 1),
    ):
        with pytest.raises(errors.DiceSetError, match=r"store\.crops = 0"):
            keep()
    assert same(off.load("mine"), kept())
    assert mine.read_bytes() == CONTENT
    off.forget("mine")
    assert off.names() == ()


def test_no_more_sets_are_kept_than_there_is_room_for_nor_pictures_of_one_than_the_settings_say(shelf, tmp_path, mine):
    few = DiceShelf(mine.parent, PlainReader(), most_crops=13)
    few.teach("mine", PIPS, shown("pips", (0, 0, 0, 0), seed=1), (0, 0, 0, 0))
    assert len(few.load("mine").crops) == 14  # those in use stay
    for number in range(MOST_SETS - 1):
        lay(tmp_path / "dice", f"set {number}", b"damaged, but there")
    with pytest.raises(errors.DiceSetNotSavedError, match=f"{MOST_SETS} taught sets already; forget one"):
        teach(shelf, "another")
    assert len(teach(shelf).crops) > len(CROPS)  # one that is there may go on learning
    shelf.forget("set 0")
    teach(shelf, "another")
