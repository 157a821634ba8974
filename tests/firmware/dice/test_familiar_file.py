"""The dice known from play, kept on a disk that may be full, damaged or another model's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from firmware.dice.familiar_file import NAME, keep, recalled
from tests.vision.learn.test_familiar import FACES
from tests.vision.learn.test_familiar import met as seen_in_play
from vision.learn.familiar import Acquaintance

FRESH = Acquaintance(name="played with", model_sha256="of this model")


@pytest.fixture(scope="module")
def known() -> Acquaintance:
    met = FRESH.met(seen_in_play(), {2: FACES[2]}, is_ours=True)
    assert met.dice_set is not None
    return met


def test_what_is_kept_is_recalled_and_reads_alike(known: Acquaintance, tmp_path: Path):
    keep(tmp_path / "new" / NAME, known)
    again = recalled(tmp_path / "new" / NAME, FRESH)
    assert again.dice_set is not None
    assert again.answers == {2: FACES[2]}
    throw = seen_in_play((0, 2, 3, 3, 5), seed=9)
    before, after = (one.dice_set.read(throw).probabilities for one in (known, again))
    assert np.allclose(before, after, atol=0.01)
    assert (tmp_path / "new" / NAME).stat().st_size < 1_000_000


def test_without_a_file_the_dice_are_met_anew(tmp_path: Path, caplog):
    assert recalled(tmp_path / NAME, FRESH) is FRESH
    assert caplog.text == ""


def test_what_another_model_saw_says_nothing(known: Acquaintance, tmp_path: Path):
    keep(tmp_path / NAME, known)
    other = replace(FRESH, model_sha256="of another")
    assert recalled(tmp_path / NAME, other) is other


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.99])
def test_a_file_cut_short_is_said_and_the_dice_are_met_anew(share: float, known: Acquaintance, tmp_path: Path, caplog):
    keep(tmp_path / NAME, known)
    content = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(content[: int(share * len(content))])
    assert recalled(tmp_path / NAME, FRESH) is FRESH
    assert "met anew" in caplog.text


def test_flipped_bytes_and_foreign_files_are_met_anew_or_read_as_before(known: Acquaintance, tmp_path: Path):
    keep(tmp_path / NAME, known)
    content = (tmp_path / NAME).read_bytes()
    rng = np.random.default_rng(3)
    for place in rng.integers(0, len(content), 60):
        broken = bytearray(content)
        broken[place] ^= 0xFF
        (tmp_path / NAME).write_bytes(bytes(broken))
        again = recalled(tmp_path / NAME, FRESH)
        assert again is FRESH or again.dice_set is not None
    for foreign in (b"no file of ours", b"PK\x03\x04", bytes(5_000_000)):
        (tmp_path / NAME).write_bytes(foreign)
        assert recalled(tmp_path / NAME, FRESH) is FRESH


def test_a_flipped_header_that_asks_for_a_password_or_an_unknown_packing_is_met_anew(
    known: Acquaintance, tmp_path: Path
):
    keep(tmp_path / NAME, known)
    content = (tmp_path / NAME).read_bytes()
    entry = content.rindex(b"PK\x01\x02")  # of the list at the end, which is what is read
    for place, value in ((8, 0x01), (10, 0x63), (10, 0x0E)):
        broken = bytearray(content)
        broken[entry + place] = value
        (tmp_path / NAME).write_bytes(bytes(broken))
        assert recalled(tmp_path / NAME, FRESH) is FRESH


def test_a_disk_that_refuses_is_said_and_nothing_is_raised(known: Acquaintance, tmp_path: Path, caplog):
    (tmp_path / "file").write_bytes(b"a file, no folder")
    keep(tmp_path / "file" / NAME, known)
    assert "cannot be kept" in caplog.text
