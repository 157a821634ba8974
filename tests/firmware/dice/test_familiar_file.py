"""The dice known from play, kept on a disk that may be full, damaged or another model's."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from firmware.dice.dice_file import NAME, keep, recalled
from tests.vision.learn.test_familiar import FACES
from tests.vision.learn.test_familiar import met as seen_in_play
from vision.learn.familiar import Acquaintance

FRESH = Acquaintance(name="played with", model_sha256="of this model")


@pytest.fixture(scope="module")
def known() -> Acquaintance:
    met = FRESH.met(seen_in_play(), {2: FACES[2]}, is_ours=True)
    assert met.dice_set is not None
    return met


@pytest.fixture
def path(known: Acquaintance, tmp_path: Path) -> Path:
    """The file of the dice that are known."""
    keep(tmp_path / "new" / NAME, known)
    return tmp_path / "new" / NAME


def test_what_is_kept_is_recalled_and_reads_alike(known: Acquaintance, path: Path):
    again = recalled(path, FRESH)
    assert again.dice_set is not None
    assert again.answers == {2: FACES[2]}
    throw = seen_in_play((0, 2, 3, 3, 5), seed=9)
    before, after = (one.dice_set.read(throw).probabilities for one in (known, again))
    assert np.allclose(before, after, atol=0.01)
    assert path.stat().st_size < 1_000_000
    assert recalled(path.with_name("none"), FRESH) is FRESH
    other = replace(FRESH, model_sha256="of another")
    assert recalled(path, other) is other


def test_cut_short_flipped_and_foreign_files_are_met_anew_or_read_as_before(path: Path, caplog):
    content = path.read_bytes()
    entry = content.rindex(b"PK\x01\x02")  # of the list at the end, which is what is read
    cut = [content[: int(share * len(content))] for share in (0.0, 0.1, 0.5, 0.9, 0.99)]
    locked = [_with(content, entry + at, value) for at, value in ((8, 0x01), (10, 0x63), (10, 0x0E))]
    for broken in (*cut, *locked, b"no file of ours", b"PK\x03\x04", bytes(5_000_000)):
        path.write_bytes(broken)
        caplog.clear()
        assert recalled(path, FRESH) is FRESH
        assert "met anew" in caplog.text
    for place in np.random.default_rng(3).integers(0, len(content), 30).tolist():
        path.write_bytes(_with(content, place, content[place] ^ 0xFF))
        again = recalled(path, FRESH)
        assert again is FRESH or again.dice_set is not None


def _with(content: bytes, place: int, value: int) -> bytes:
    return content[:place] + bytes([value]) + content[place + 1 :]


def test_a_disk_that_refuses_is_said_and_nothing_is_raised(known: Acquaintance, tmp_path: Path, caplog):
    (tmp_path / "file").write_bytes(b"a file, no folder")
    keep(tmp_path / "file" / NAME, known)
    assert "cannot be kept" in caplog.text
