"""Taught sets on the disk: what is saved comes back, what is damaged is said, what fails leaves all as it was."""

from __future__ import annotations

import json
import os
import signal
import zipfile
from pathlib import Path

import numpy as np
import pytest

from firmware import errors
from firmware.dice.dice_file import FORMAT, decoded, encoded
from firmware.dice.dice_shelf import MOST_SETS, DiceShelf
from firmware.dice.kept_dice import KeptSet, Learnt
from tests.firmware.dice.test_kept_dice import OtherReader, kept, same
from tests.vision.shown_dice import EACH_TWICE, PIPS, POKER, PlainReader, shown
from vision.errors import TeachError

CROPS = shown("pips", EACH_TWICE)


@pytest.fixture
def shelf(tmp_path: Path) -> DiceShelf:
    return DiceShelf(tmp_path / "dice", PlainReader())


def teach(shelf: DiceShelf, name: str = "mine", labels=PIPS) -> KeptSet:
    return shelf.teach(name, labels, CROPS, EACH_TWICE)


def file_of(tmp_path: Path, name: str = "mine") -> Path:
    return tmp_path / "dice" / f"{name}.npz"


# -- saved and loaded ------------------------------------------------------------------------------------------


def test_a_set_comes_back_as_it_was_saved(shelf: DiceShelf):
    before = teach(shelf)
    after = shelf.load("mine")
    assert same(after, before)
    assert (after.name, after.labels, after.model_sha256) == ("mine", PIPS, "plain")
    assert after.calibration == before.calibration


def test_sets_are_listed_by_name_and_none_where_nothing_was_taught(shelf: DiceShelf):
    assert shelf.names() == ()
    assert shelf.load_all() == ()
    for name in ("zinc", "Opas Würfel", "a.1"):
        teach(shelf, name)
    assert shelf.names() == ("Opas Würfel", "a.1", "zinc")


def test_a_stamp_changes_with_its_file_alone(shelf: DiceShelf, tmp_path: Path):
    assert shelf.stamps() == {}
    for name in ("one", "other"):
        teach(shelf, name)
    before = shelf.stamps()
    assert shelf.stamps() == before
    shelf.teach("one", PIPS, shown("pips", (0,), seed=5), (0,))
    after = shelf.stamps()
    assert after["one"] != before["one"]
    assert after["other"] == before["other"]
    shelf.forget("one")
    assert set(shelf.stamps()) == {"other"}


def test_a_file_that_vanishes_while_the_sets_are_listed_is_not_listed(shelf: DiceShelf, tmp_path: Path):
    teach(shelf)
    (tmp_path / "dice" / "gone.npz").symlink_to(tmp_path / "nowhere")
    assert shelf.names() == ("mine",)


@pytest.mark.parametrize("name", ["", " ", "a/b", "../a", ".hidden", "-x", "a\nb", "x" * 41, "a\0b", "con:1"])
def test_names_that_could_not_be_files_everywhere_are_refused(shelf: DiceShelf, name: str):
    with pytest.raises(errors.DiceSetNameError, match="Dice are called by"):
        teach(shelf, name)
    with pytest.raises(errors.DiceSetNameError):
        shelf.require_name(name)


def test_one_name_in_two_unicode_forms_is_one_set(shelf: DiceShelf):
    teach(shelf, "W\u00fcrfel")
    assert shelf.load("Wu\u0308rfel").name == "W\u00fcrfel"


def test_a_missing_set_is_said_with_those_there_are(shelf: DiceShelf):
    with pytest.raises(errors.DiceSetMissingError, match='no dice called "mine"; taught are: none'):
        shelf.load("mine")
    teach(shelf, "other")
    with pytest.raises(errors.DiceSetMissingError, match="taught are: other"):
        shelf.forget("mine")


def test_a_set_taught_again_knows_the_crops_of_both_lessons(shelf: DiceShelf):
    teach(shelf)
    grown = shelf.teach("mine", PIPS, shown("pips", (0, 3), seed=5), (0, 3))
    assert grown.dice_set().counts == (3, 2, 2, 3, 2, 2)
    assert sorted(set(grown.learnt.tolist())) == [1, 2]


def test_other_faces_under_a_taken_name_are_refused(shelf: DiceShelf):
    teach(shelf)
    with pytest.raises(errors.DiceSetNameError, match="have the faces one, two, three, four, five, six; got 9"):
        teach(shelf, labels=POKER)


def test_crops_that_make_no_set_are_not_saved(shelf: DiceShelf):
    with pytest.raises(TeachError, match="No die shows six"):
        shelf.teach("mine", PIPS, CROPS[:5], EACH_TWICE[:5])
    assert shelf.names() == ()


def test_a_set_of_another_model_is_made_anew_when_it_is_loaded(shelf: DiceShelf, tmp_path: Path):
    before = teach(shelf)
    renewed = DiceShelf(tmp_path / "dice", OtherReader()).load("mine")
    assert renewed.model_sha256 == "newer"
    np.testing.assert_array_equal(renewed.crops, before.crops)
    assert not np.allclose(renewed.embeddings, before.embeddings)
    assert renewed.calibration is not None


def test_a_copied_file_is_a_set_of_its_own(shelf: DiceShelf, tmp_path: Path):
    teach(shelf)
    file_of(tmp_path, "copy").write_bytes(file_of(tmp_path).read_bytes())
    assert shelf.load("copy").name == "copy"


# -- learning and taking back ----------------------------------------------------------------------------------


def test_a_correction_is_kept_and_undo_takes_it_back_to_the_byte(shelf: DiceShelf):
    before = teach(shelf)
    learnt = shelf.learn_correction("mine", shown("pips", (1,), seed=5)[0], 1)
    assert learnt is Learnt.IN_USE
    assert shelf.load("mine").dice_set().counts == (2, 3, 2, 2, 2, 2)
    assert shelf.undo() == "mine"
    assert same(shelf.load("mine"), before)


def test_undo_takes_back_the_newest_learning_of_all_sets_one_after_the_other(shelf: DiceShelf):
    teach(shelf, "first")
    teach(shelf, "second")
    shelf.learn_correction("first", shown("pips", (1,), seed=5)[0], 1)
    assert [shelf.undo() for _ in range(4)] == ["first", "second", "first", None]
    assert shelf.names() == ()


# -- damaged files ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [b"", b"no npz", b"PK\x03\x04" + b"\0" * 40, encoded(kept())[:-200], encoded(kept())[:50]],
    ids=["empty", "text", "header alone", "cut short", "cut very short"],
)
def test_a_file_that_is_no_set_is_said_in_a_sentence(shelf: DiceShelf, tmp_path: Path, content: bytes):
    teach(shelf)
    file_of(tmp_path).write_bytes(content)
    with pytest.raises(errors.DiceSetCorruptError, match=r"mine\.npz cannot be read: the file is damaged"):
        shelf.load("mine")


def test_every_flipped_byte_is_noticed_or_does_no_harm():
    content = encoded(kept())
    rng = np.random.default_rng(0)
    places = {*range(24), *rng.integers(0, len(content), 60).tolist(), *range(len(content) - 40, len(content))}
    for place in places:
        broken = bytearray(content)
        broken[place] ^= 0x5A
        try:
            found = decoded(bytes(broken), "x")
        except errors.DiceSetError:
            continue
        assert same(found, kept())


def rewritten(content: bytes, tmp_path: Path, **changes: object) -> bytes:
    """Return a set's file with some arrays, or fields of its JSON, exchanged."""
    source = tmp_path / "source.npz"
    source.write_bytes(content)
    with np.load(source) as arrays:
        parts = {name: arrays[name] for name in arrays.files}
    about = json.loads(parts["about"].tobytes())
    for name, value in changes.items():
        if name in parts:
            parts[name] = value
        else:
            about[name] = value
    parts["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez(source, **parts)
    return source.read_bytes()


@pytest.mark.parametrize(
    "changes",
    [
        {"crops": CROPS[:, :32]},
        {"crops": CROPS.astype(np.float32)},
        {"shown": np.zeros(12, np.int32)},
        {"shown": np.arange(12, dtype=np.int32)},
        {"shown": np.zeros(5, np.int32)},
        {"embeddings": np.zeros(12, np.float32)},
        {"general": np.zeros((12, 3), np.float32)},
        {"retired": np.ones(12, np.int32)},
        {"labels": ["one"]},
        {"labels": 7},
        {"calibration": {"weights": [1.0]}},
        {"about": b""},
    ],
    ids=lambda changes: " ".join(changes),
)
def test_parts_that_do_not_belong_together_are_refused(tmp_path: Path, changes: dict[str, object]):
    if changes == {"about": b""}:
        content = encoded(kept())
        with zipfile.ZipFile(tmp_path / "x.npz", "w") as bare:
            bare.writestr("crops.npy", content)
        content = (tmp_path / "x.npz").read_bytes()
    else:
        content = rewritten(encoded(kept()), tmp_path, **changes)
    with pytest.raises(errors.DiceSetCorruptError):
        decoded(content, "x")


def test_a_calibration_for_other_crops_is_refused(tmp_path: Path):
    about = {"weights": [0.25] * 4, "temperature": 0.05, "likeness": 0.9, "spread": 0.05, "right": [True] * 5}
    with pytest.raises(errors.DiceSetCorruptError, match="calibrated for other crops"):
        decoded(rewritten(encoded(kept()), tmp_path, calibration=about), "x")


def test_a_file_of_a_newer_serviert_is_said_and_not_called_damaged(tmp_path: Path):
    with pytest.raises(errors.DiceSetTooNewError, match=f"newer Serviert .format {FORMAT + 1}"):
        decoded(rewritten(encoded(kept()), tmp_path, format=FORMAT + 1), "x")


def test_pickled_arrays_are_not_unpacked(tmp_path: Path):
    class Trap:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "sprung"),)

    np.savez(tmp_path / "x.npz", about=np.array([Trap()], dtype=object))
    with pytest.raises(errors.DiceSetCorruptError):
        decoded((tmp_path / "x.npz").read_bytes(), "x")
    assert not (tmp_path / "sprung").exists()


def test_a_file_that_would_unpack_to_more_than_any_set_is_refused(tmp_path: Path):
    np.savez_compressed(tmp_path / "x.npz", crops=np.zeros(80_000_000, np.uint8))
    with pytest.raises(errors.DiceSetCorruptError, match="more than any set"):
        decoded((tmp_path / "x.npz").read_bytes(), "x")


def test_a_damaged_set_is_left_out_and_the_others_are_loaded(shelf: DiceShelf, tmp_path: Path, caplog):
    teach(shelf, "good")
    file_of(tmp_path, "bad").write_bytes(b"no npz")
    assert [one.name for one in shelf.load_all()] == ["good"]
    assert "bad.npz cannot be read" in caplog.text
    assert shelf.undo() == "good"


def test_a_folder_that_is_none_is_said(tmp_path: Path, caplog):
    (tmp_path / "dice").write_text("")
    shelf = DiceShelf(tmp_path / "dice", PlainReader())
    with pytest.raises(errors.DiceSetError, match="cannot be listed"):
        shelf.names()
    assert shelf.load_all() == ()
    with pytest.raises(errors.DiceSetError, match="cannot be listed"):
        teach(shelf)


# -- a disk that fails -----------------------------------------------------------------------------------------


def test_a_set_that_does_not_fit_on_the_disk_is_said_and_the_old_one_stays(shelf: DiceShelf, tmp_path: Path):
    resource = pytest.importorskip("resource")
    before = teach(shelf)
    content = file_of(tmp_path).read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))  # as a disk with 20 kB left
        with pytest.raises(
            errors.DiceSetNotSavedError, match=r"cannot be saved in .*what was taught before is still there"
        ):
            shelf.learn_correction("mine", CROPS[0], 0)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, ignored)
    assert file_of(tmp_path).read_bytes() == content
    assert [path.name for path in (tmp_path / "dice").iterdir()] == ["mine.npz"]
    assert same(shelf.load("mine"), before)


def test_only_sets_are_listed(shelf: DiceShelf, tmp_path: Path):
    teach(shelf)
    (tmp_path / "dice" / "rest.part").write_bytes(b"")
    assert shelf.names() == ("mine",)


# -- limits ----------------------------------------------------------------------------------------------------


def test_where_no_pictures_are_to_be_kept_none_are_and_those_kept_before_are_read(shelf: DiceShelf, tmp_path: Path):
    before = teach(shelf)
    off = DiceShelf(tmp_path / "dice", PlainReader(), most_crops=0)
    content = file_of(tmp_path).read_bytes()
    for keep in (
        lambda: off.require_name("mine"),
        lambda: teach(off),
        lambda: teach(off, "other"),
        lambda: off.learn_correction("mine", CROPS[0], 1),
    ):
        with pytest.raises(errors.DiceSetsOffError, match=r"store\.crops = 0"):
            keep()
    assert same(off.load("mine"), before)
    assert file_of(tmp_path).read_bytes() == content
    assert off.names() == ("mine",)
    off.forget("mine")
    assert off.names() == ()


def test_no_more_pictures_of_a_set_are_kept_than_the_settings_say(tmp_path: Path):
    shelf = DiceShelf(tmp_path / "dice", PlainReader(), most_crops=30)
    for seed in range(4):
        shelf.teach("mine", PIPS, shown("pips", EACH_TWICE, seed=seed), EACH_TWICE)
    assert len(shelf.load("mine").crops) == 30


def test_no_more_sets_are_kept_than_there_is_room_for(shelf: DiceShelf, tmp_path: Path):
    teach(shelf)
    for number in range(MOST_SETS - 1):
        (tmp_path / "dice" / f"set {number}.npz").write_bytes(b"damaged, but there")
    with pytest.raises(errors.DiceSetNotSavedError, match=f"{MOST_SETS} taught sets already; forget one"):
        teach(shelf, "another")
    assert len(teach(shelf).crops) == 2 * len(CROPS)  # one that is there may go on learning
    shelf.forget("set 0")
    teach(shelf, "another")
