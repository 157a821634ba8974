"""Teaching from the command line: drawn photographs; the models are real."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import cv2
import pytest
from click.testing import Result
from typer.testing import CliRunner

from firmware.commands.cli import app
from firmware.dice.dice_shelf import DiceShelf
from firmware.errors import DiceSetError, DiceSetNameError
from tests.vision.shown_dice import PIPS, POKER, photograph
from vision.errors import TeachError
from vision.read.classify import FaceReader

NAMED = ",".join(PIPS)
TWICE_TWO = f"{NAMED},two,two,three,four,five,six"  # the die at the left of the second photograph shows a one


def draw(path: Path, design: str, faces: Sequence[int], seed: int = 0) -> Path:
    cv2.imwrite(str(path), photograph(design, faces, seed=seed).pixels[..., ::-1])
    return path


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two photographs of six pip dice, a folder with two of poker dice, one of bare felt, and an empty folder."""
    folder = tmp_path_factory.mktemp("pictures")
    for name in ("poker", "nothing"):
        (folder / name).mkdir()
    for seed in range(2):
        draw(folder / f"pips-{seed}.png", "pips", range(6), seed)
        draw(folder / "poker" / f"{seed}.png", "letters", range(6), seed)
    draw(folder / "felt.png", "pips", ())
    return folder


def written(folder: Path, language: str = "en") -> Path:
    path = folder / "serviert.toml"
    path.write_text(f'[display]\nlanguage = "{language}"\n[store]\npath = "{folder}/games.sqlite3"\n', encoding="utf-8")
    return path


def run(settings: Path, *arguments: object) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments), "--config", str(settings)])


def teach(settings: Path, pictures: Path, *options: object) -> Result:
    both = ("--picture", pictures / "pips-0.png", "--picture", pictures / "pips-1.png")
    return run(settings, "teach", "pips", *both, "--labels", NAMED, *options)


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    return written(tmp_path)


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory, pictures: Path) -> Path:
    folder = tmp_path_factory.mktemp("taught")
    result = teach(written(folder), pictures, "--shown", f"{NAMED},{NAMED}")
    assert result.exit_code == 0, result.output
    assert 'The dice "pips" are kept: one ×2, two ×2, three ×2, four ×2, five ×2, six ×2.' in result.stdout
    return folder / "dice"


@pytest.fixture
def kept(settings: Path, taught: Path) -> Path:
    shutil.copytree(taught, settings.parent / "dice")
    return settings


def test_a_set_that_was_taught_reads_other_photographs_and_strange_dice_are_none_of_it(kept, tmp_path):
    other = draw(tmp_path / "other.png", "pips", (5, 2, 2, 0, 4, 3), seed=7)
    strange = draw(tmp_path / "strange.png", "suits-night", range(6))
    read = run(kept, "read", "--json", "--set", "pips", other, strange)
    assert read.exit_code == 0
    dice, strangers = (json.loads(line)["dice"] for line in read.stdout.splitlines())
    assert [die["label"] for die in dice] == ["six", "three", "three", "one", "five", "four"]
    assert min(die["confidence"] for die in dice) > 0.85 > max(die["confidence"] for die in strangers)


def test_poker_faces_may_be_named_in_the_language_of_the_display(tmp_path, pictures):
    named = "9 10 b D k a 9 10 B D K A"
    result = run(written(tmp_path, "de"), "teach", "Opas", "--picture", pictures / "poker", "--shown", named)
    assert 'The dice "Opas" are kept: 9 ×2, 10 ×2, B ×2, D ×2, K ×2, A ×2.' in result.stdout
    assert DiceShelf(tmp_path / "dice", FaceReader.from_file(threads=1)).load("Opas").labels == POKER


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "12 dice lie flat in these pictures, but 0 were named; name each with --shown"),
        (["--shown", "one,two"], "12 dice lie flat in these pictures, but 2 were named"),
        (["--shown", "one," * 11 + "seven"], '"seven" is no face of these dice'),
        (["--shown", "one," * 12], "No die shows two, three, four, five, six"),
    ],
)
def test_names_that_do_not_fit_are_refused_in_words(settings, pictures, options, words):
    result = teach(settings, pictures, *options)
    assert isinstance(result.exception, TeachError)
    assert words in str(result.exception)


@pytest.mark.proof
def test_a_die_named_as_another_face_is_kept_as_it_was_named_and_said_not_to_be_told(settings, pictures):
    result = teach(settings, pictures, "--shown", TWICE_TWO)
    assert "one ×1, two ×3" in result.stdout
    assert "can be told from the others: two" in result.stdout


def test_without_pictures_one_is_sent_to_the_page_and_what_cannot_be_taught_or_kept_is_said(settings, pictures):
    result = run(settings, "teach", "pips")
    assert isinstance(result.exception, TeachError)
    assert "on the page" in str(result.exception)
    for path in ("felt.png", "nothing"):
        assert isinstance(run(settings, "teach", "pips", "--picture", pictures / path).exception, TeachError)
    assert isinstance(run(settings, "teach", "", "--picture", pictures / "gone.png").exception, DiceSetNameError)
    (settings.parent / "dice").write_text("")  # no folder can be made there
    assert isinstance(teach(settings, pictures, "--shown", f"{NAMED},{NAMED}").exception, DiceSetError)


def test_of_a_damaged_set_is_said_what_is_wrong_and_of_none_that_there_is_none(kept, pictures):
    path = kept.parent / "dice" / "pips.npz"
    path.write_bytes(path.read_bytes()[:1000])
    assert "the file is damaged" in str(run(kept, "read", "--set", "pips", pictures / "felt.png").exception)
    path.unlink()
    assert 'There are no dice called "pips"' in str(run(kept, "read", "--set", "pips", pictures / "felt.png").exception)
