"""The room of paper: the same bytes whoever makes them, and those that lie in the folder are made from the numbers."""

import hashlib
import os
import subprocess
import sys

import pytest

from firmware.printing.papers import FOLDER, files
from hardware.numbers import load
from tests.hardware.paper.printed import places, sizes_mm

DIGEST = (
    "import hashlib; from hardware.numbers import load; from firmware.printing.papers import files; "
    "print(*(f'{name} {hashlib.sha256(pdf).hexdigest()}' for name, pdf in files(load()).items()), sep='\\n')"
)


@pytest.mark.proof
def test_another_process_makes_the_same_bytes():
    made = subprocess.run(
        [sys.executable, "-c", DIGEST],
        env={**os.environ, "PYTHONHASHSEED": "4711", "TZ": "Pacific/Auckland", "LC_ALL": "C"},
        cwd=FOLDER.parents[2],
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert made.splitlines() == [f"{name} {hashlib.sha256(pdf).hexdigest()}" for name, pdf in files(load()).items()]


def test_what_lies_in_the_folder_is_what_the_numbers_make():
    made = files(load())
    assert {path.name for path in FOLDER.iterdir()} == set(made)
    for name, pdf in made.items():
        kept = (FOLDER / name).read_bytes()
        assert places(kept, words=True) == places(pdf, words=True), name
        assert places(kept, words=False) == places(pdf, words=False), name
        assert sizes_mm(kept) == sizes_mm(pdf)
    assert sum(map(len, made.values())) < 3_000_000


@pytest.mark.proof
def test_a_printers_scale_changes_what_must_be_true_to_scale_and_nothing_else():
    numbers = load()
    off = numbers.changed("printer", paper_scale=1.02)

    true, made_up = files(numbers), files(off)

    assert {name for name in true if true[name] != made_up[name]} == {
        f"{page}.{language}.pdf" for page in ("calibration", "labels") for language in ("de", "en")
    }
