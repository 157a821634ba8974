"""What the eye answers to pictures nobody should send: an answer or a plain refusal, never a guess."""

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest

from firmware.simulated.setting import DiceName, Setting
from tests.bench.five_dice import laid
from tests.vision.board_pictures import SPOTS_MM, Pixels
from vision.frame import Frame
from vision.read.load import load_board_reader, load_reader
from vision.reading import EyeDoubt, Verdict

pytestmark = pytest.mark.proof  # in `make test` good dice are read in test_faults

FACES = (0, 1, 4, 5, 5)  # on the good board, by label: told apart from afar


def drawn(spots_mm: tuple[tuple[float, float], ...], faces: tuple[int, ...]) -> Pixels:
    dice = [(x, y, face, 37.0 * number) for number, ((x, y), face) in enumerate(zip(spots_mm, faces, strict=True))]
    return laid(Setting.for_session(1, dice=DiceName.LETTERS), dice, seed=1)


@cache
def good() -> Pixels:
    return drawn(SPOTS_MM, FACES)


def thirty() -> Pixels:
    places = [(-75.0 + 30 * column, -62.5 + 25 * row) for row in range(6) for column in range(6)]
    return drawn(tuple(spot for spot in places if np.hypot(*spot) < 105)[:30], tuple(range(6)) * 5)


def brightened(share: float, more: float = 0.0) -> Pixels:
    return np.clip(good() * share + more, 0, 255).astype(np.uint8)


def of_a_screen() -> Pixels:
    """Return the good board as a camera sees it on a screen: its grid against the sensor's, in waves."""
    rows, columns = np.mgrid[0 : good().shape[0], 0 : good().shape[1]]
    waves = 0.75 + 0.25 * np.sin(2 * np.pi * (rows + 0.07 * columns) / 2.3) * np.sin(2 * np.pi * columns / 2.21)
    return np.clip(good() * waves[..., None], 0, 255).astype(np.uint8)


def not_a_board() -> Pixels:
    """Return a page of letters and numbers: much to read, and no die."""
    page = np.full((1200, 1200, 3), 235, np.uint8)
    for row in range(12):
        text = "9 10 J Q K A  poker"[row % 4 :]
        cv2.putText(page, text, (60, 110 + 90 * row), cv2.FONT_HERSHEY_COMPLEX, 2.0, (30, 30, 40), 3, cv2.LINE_AA)
    return page


PICTURES: dict[str, Callable[[], Pixels]] = {
    "good": good,
    "dark": lambda: brightened(0.06),
    "blown out": lambda: brightened(1.0, 235),
    "blurred a little": lambda: cv2.GaussianBlur(good(), (0, 0), 4.0),
    "blurred": lambda: cv2.GaussianBlur(good(), (0, 0), 14.0),
    "upside down": lambda: np.ascontiguousarray(good()[::-1, ::-1]),
    "mirrored": lambda: np.ascontiguousarray(good()[:, ::-1]),
    "one pixel": lambda: good()[:1, :1].copy(),
    "50 megapixels": lambda: cv2.resize(good(), (7072, 7072)),
    "not a board": not_a_board,
    "noise": lambda: np.random.default_rng(0).integers(0, 256, (1200, 1200, 3)).astype(np.uint8),
    "a screen": of_a_screen,
    "no dice": lambda: drawn((), ()),
    "thirty dice": thirty,
}


FIVE_DICE = ["good", "dark", "blurred a little", "blurred", "upside down", "mirrored", "50 megapixels", "a screen"]


@cache
def frame(name):
    return Frame(PICTURES[name]())


@cache
def on_the_board(name):
    return load_board_reader().read([frame(name)])


@cache
def as_a_photograph(name):
    return load_reader().read_picture(frame(name))


def faces_of(name):
    return FACES[::-1] if name in {"upside down", "mirrored"} else FACES


@pytest.mark.parametrize("name", FIVE_DICE)
@pytest.mark.parametrize("read", [on_the_board, as_a_photograph])
def test_no_face_is_believed_that_is_wrong(read, name):
    believed = [die.label if die.doubt is EyeDoubt.NONE else None for die in read(name).dice]
    if len(believed) == len(FACES):
        assert all(got in (None, true) for got, true in zip(believed, faces_of(name), strict=True))
    else:
        assert set(believed) <= {None, *FACES}


def test_which_way_up_and_how_large_a_picture_is_makes_no_difference():
    for name in ("good", "upside down", "50 megapixels"):
        assert tuple(die.label for die in as_a_photograph(name).dice) == faces_of(name)
    assert tuple(die.label for die in on_the_board("good").dice) == FACES


VERDICTS = {"dark": Verdict.TOO_DARK, "blown out": Verdict.TOO_BRIGHT, "thirty dice": Verdict.WRONG_COUNT}
VERDICTS |= dict.fromkeys(("one pixel", "noise", "no dice"), Verdict.EMPTY)


def test_what_is_wrong_with_a_picture_is_said_and_a_page_of_letters_is_never_five():
    assert {name: on_the_board(name).verdict for name in VERDICTS} == VERDICTS
    assert len(on_the_board("thirty dice").dice) == 30
    assert on_the_board("not a board").verdict not in {Verdict.CLEAR, Verdict.NOT_SURE}
    assert all(die.doubt is not EyeDoubt.NONE for die in as_a_photograph("not a board").dice)
