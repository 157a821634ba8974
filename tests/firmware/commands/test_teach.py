"""Teaching from the command line: drawn photographs, cut-out faces, and throws under a camera; the models are real."""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from firmware.adapters.cameras import Source
from firmware.commands.cli import app
from firmware.commands.teach import MOST_THROWS, teach_live
from firmware.dice.dice_shelf import DiceShelf
from firmware.display.face_names import FaceNames
from firmware.display.messages import LANGUAGES
from firmware.errors import (
    CameraMissingError,
    CameraTimeoutError,
    DiceSetCorruptError,
    DiceSetError,
    DiceSetMissingError,
    DiceSetNameError,
)
from firmware.live_board import LiveBoard
from firmware.teacher import Teacher
from tests.vision.shown_dice import EACH_TWICE, PIPS, POKER, photograph, shown
from vision.errors import PictureError, TeachError
from vision.frame import Frame
from vision.read.classify import FaceReader
from vision.read.load import load_finder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.testing import Result

SETTINGS = """
[camera]
source = "folder:{folder}/thrown"
[display]
language = "{language}"
[store]
path = "{folder}/games.sqlite3"
"""
SIX = tuple(range(6))
NAMED = ",".join(PIPS)


def draw(path: Path, design: str, faces: Sequence[int], seed: int = 0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), photograph(design, faces, seed=seed).pixels[..., ::-1])
    return path


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two photographs of six pip dice, one of poker dice, and one of bare felt."""
    folder = tmp_path_factory.mktemp("pictures")
    for seed in range(2):
        draw(folder / f"pips-{seed}.png", "pips", SIX, seed)
        draw(folder / f"poker-{seed}.png", "letters", SIX, seed)
    draw(folder / "felt.png", "pips", ())
    return folder


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    return written(tmp_path, "en")


def written(folder: Path, language: str) -> Path:
    path = folder / "serviert.toml"
    path.write_text(SETTINGS.format(folder=folder, language=language), encoding="utf-8")
    return path


def run(*arguments: object, answers: Sequence[str] = ()) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input="".join(f"{a}\n" for a in answers))


def teach(settings: Path, name: str, *options: object, answers: Sequence[str] = ()) -> Result:
    return run("teach", name, "--config", settings, *options, answers=answers)


def both(pictures: Path, kind: str = "pips") -> list[object]:
    return ["--picture", pictures / f"{kind}-0.png", "--picture", pictures / f"{kind}-1.png"]


# -- from photographs ------------------------------------------------------------------------------------------


def test_photographs_with_their_faces_named_make_a_set_that_reads_others(
    settings: Path, pictures: Path, tmp_path: Path
):
    result = teach(settings, "pips", *both(pictures), "--labels", NAMED, "--shown", f"{NAMED},{NAMED}")
    assert result.exit_code == 0, result.output
    assert 'The dice "pips" are kept: one ×2, two ×2, three ×2, four ×2, five ×2, six ×2.' in result.stdout
    assert (tmp_path / "dice" / "pips.npz").exists()
    other = draw(tmp_path / "other.png", "pips", (5, 2, 2, 0, 4, 3), seed=7)
    read = run("read", "--json", "--set", "pips", "--config", settings, "--out", tmp_path / "read", other)
    assert read.exit_code == 0
    dice = json.loads(read.stdout)["dice"]
    assert [die["label"] for die in dice] == ["six", "three", "three", "one", "five", "four"]
    assert min(die["confidence"] for die in dice) > 0.85
    assert (tmp_path / "read" / "other.read.jpg").exists()


def test_what_is_not_named_is_asked_about_in_words_and_as_seldom_as_possible(settings: Path, pictures: Path):
    # The order of the questions is the lesson's; every die can be answered by its place alone.
    answers = answered_by_place(settings, pictures, "pips", dict(enumerate(PIPS)))
    assert len(answers) <= 8
    result = teach(settings, "pips", *both(pictures), "--labels", NAMED, answers=answers)
    assert result.exit_code == 0, result.output
    assert result.stdout.count("What does die ") == len(answers)
    assert (
        "of 6 from the left in pips-0.png show? [one two three four five six; Enter if you cannot tell]"
        in result.stdout
    )
    assert "are kept" in result.stdout


def answered_by_place(settings: Path, pictures: Path, kind: str, names: dict[int, str]) -> list[str]:
    """Return the answers to the questions that are asked, found by asking one after the other."""
    answers: list[str] = []
    for _ in range(14):
        result = teach(
            settings, "rehearsal", *both(pictures, kind), "--labels", ",".join(names.values()), answers=answers
        )
        questions = result.stdout.split("What does die ")[1:]
        if len(questions) <= len(answers):
            break
        answers.append(names[int(questions[-1].split()[0]) - 1])
    run("teach", "--forget", "rehearsal", "--config", settings)
    return answers


def test_a_wrong_answer_is_asked_for_again_and_an_empty_one_leaves_the_die_out(settings: Path, pictures: Path):
    result = teach(settings, "pips", *both(pictures), "--labels", NAMED, answers=["seven", ""])
    assert '"seven" is no face of these dice; their faces are one two three four five six.' in result.stdout
    first, again, other = [line.split(" show?")[0] for line in result.stdout.split("What does ")[1:4]]
    assert first == again != other


def test_questions_that_nobody_answers_end_the_lesson_and_nothing_is_kept(
    settings: Path, pictures: Path, tmp_path: Path
):
    result = teach(settings, "pips", *both(pictures), "--labels", NAMED)
    assert result.exit_code == 1
    assert not (tmp_path / "dice").exists()


def test_poker_faces_may_be_named_in_the_language_of_the_display(tmp_path: Path, pictures: Path):
    german = written(tmp_path, "de")
    result = teach(german, "Opas", *both(pictures, "poker"), "--shown", "9 10 b D k a 9 10 B D K A")
    assert result.exit_code == 0, result.output
    assert 'The dice "Opas" are kept: 9 ×2, 10 ×2, B ×2, D ×2, K ×2, A ×2.' in result.stdout
    shelf = DiceShelf(tmp_path / "dice", FaceReader.from_file(threads=1))
    assert shelf.load("Opas").labels == POKER


def test_a_folder_of_faces_needs_no_question(settings: Path, tmp_path: Path):
    for number, (face, crop) in enumerate(zip(EACH_TWICE, shown("pips", EACH_TWICE), strict=True)):
        folder = tmp_path / "faces" / PIPS[face]
        folder.mkdir(parents=True, exist_ok=True)
        large = cv2.resize(crop, (150, 150))
        cv2.imwrite(str(folder / f"{number}.png"), large[..., ::-1])
    result = teach(settings, "pips", "--picture", tmp_path / "faces")
    assert result.exit_code == 0, result.output
    assert "five ×2" in result.stdout
    assert "?" not in result.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--shown", "one,two"], "12 dice lie flat in these pictures, but 2 were named"),
        (["--shown", "one," * 11 + "seven"], '"seven" is no face of these dice'),
        (["--shown", "one," * 12], "No die shows two, three, four, five, six"),
        (["--labels", "one,one", "--shown", "one," * 12], "different names"),
        (["--labels", "one", "--shown", "one," * 12], "two or more faces"),
    ],
)
def test_names_that_do_not_fit_are_refused_in_words(settings: Path, pictures: Path, options: list[str], words: str):
    labels = [] if "--labels" in options else ["--labels", NAMED]
    result = teach(settings, "pips", *both(pictures), *labels, *options)
    assert isinstance(result.exception, TeachError)
    assert words in str(result.exception)


TWICE_TWO = f"{NAMED},two,two,three,four,five,six"
"""The die at the left of the second photograph shows a one."""


def test_a_die_that_looks_like_another_face_is_asked_about_again(settings: Path, pictures: Path, tmp_path: Path):
    options = (*both(pictures), "--labels", NAMED, "--shown", TWICE_TWO)
    result = teach(
        settings, "pips", *options, answers=["seven", "one", "one"]
    )  # whichever of the two is asked about first
    assert result.exit_code == 0, result.output
    assert "die 1 of 6 from the left in pips-1.png was named two, but looks like die 1 of 6" in result.stdout
    assert '"seven" is no face of these dice' in result.stdout
    assert "one ×2, two ×2" in result.stdout


def test_a_player_may_insist_on_what_a_die_shows(settings: Path, pictures: Path):
    options = (*both(pictures), "--labels", NAMED, "--shown", TWICE_TWO)
    result = teach(settings, "pips", *options, answers=[""] * 4)
    assert result.exit_code == 0, result.output
    assert "one ×1, two ×3" in result.stdout
    assert "Not every one of these can be told from the others: two. They will be asked about." in result.stdout


def test_one_face_named_in_two_ways_is_not_learnt_unasked(settings: Path, pictures: Path, tmp_path: Path):
    result = teach(settings, "pips", *both(pictures), "--labels", NAMED, "--shown", TWICE_TWO)
    assert result.exit_code == 1
    assert not (tmp_path / "dice").exists()


def test_pictures_without_dice_or_without_anything_are_refused(settings: Path, pictures: Path, tmp_path: Path):
    felt = teach(settings, "pips", "--picture", pictures / "felt.png")
    assert isinstance(felt.exception, TeachError)
    assert "No die lies flat in these pictures" in str(felt.exception)
    (tmp_path / "nothing").mkdir()
    empty = teach(settings, "pips", "--picture", tmp_path / "nothing")
    assert "holds no pictures" in str(empty.exception)
    missing = teach(settings, "pips", "--picture", tmp_path / "gone.png")
    assert isinstance(missing.exception, PictureError)


def test_a_face_that_was_not_cut_out_square_is_refused(settings: Path, tmp_path: Path):
    for name in PIPS:
        (tmp_path / "faces" / name).mkdir(parents=True)
        cv2.imwrite(str(tmp_path / "faces" / name / "1.png"), np.zeros((64, 200, 3), np.uint8))
    result = teach(settings, "pips", "--picture", tmp_path / "faces")
    assert "200 × 64 pixels; the picture of a face that was cut out is square" in str(result.exception)


# -- what is kept ----------------------------------------------------------------------------------------------


@pytest.fixture
def kept(settings: Path, pictures: Path) -> Path:
    assert teach(settings, "pips", *both(pictures), "--labels", NAMED, "--shown", f"{NAMED},{NAMED}").exit_code == 0
    return settings


def test_sets_are_listed_taken_back_and_forgotten(kept: Path, pictures: Path):
    options = ("--picture", pictures / "pips-0.png", "--labels", NAMED, "--shown", NAMED)
    assert teach(kept, "pips", *options).exit_code == 0
    assert run("teach", "--list", "--config", kept).stdout.startswith("pips: one ×3, two ×3")
    assert 'The last learning of "pips" is taken back.' in run("teach", "--undo", "--config", kept).stdout
    assert run("teach", "--list", "--config", kept).stdout.startswith("pips: one ×2, two ×2")
    assert 'The dice "pips" are forgotten.' in run("teach", "--forget", "pips", "--config", kept).stdout
    assert run("teach", "--list", "--config", kept).stdout == "No dice were taught yet.\n"
    assert run("teach", "--undo", "--config", kept).stdout == "There is nothing to take back.\n"


def test_forgetting_what_was_never_taught_is_an_error_of_ours(kept: Path):
    assert isinstance(run("teach", "--forget", "other", "--config", kept).exception, DiceSetMissingError)


def test_a_damaged_set_is_listed_with_what_is_wrong_and_not_read_by(kept: Path, pictures: Path, tmp_path: Path):
    path = tmp_path / "dice" / "pips.npz"
    path.write_bytes(path.read_bytes()[:1000])
    assert "the file is damaged" in run("teach", "--list", "--config", kept).stdout
    read = run("read", "--set", "pips", "--config", kept, pictures / "pips-0.png")
    assert isinstance(read.exception, DiceSetCorruptError)


def test_reading_by_dice_that_were_never_taught_is_an_error_of_ours(settings: Path, pictures: Path):
    read = run("read", "--set", "pips", "--config", settings, pictures / "pips-0.png")
    assert isinstance(read.exception, DiceSetMissingError)


def test_strange_dice_are_none_of_the_set_that_is_read_by(kept: Path, tmp_path: Path):
    strange = draw(tmp_path / "strange.png", "suits-night", SIX)
    report = json.loads(run("read", "--json", "--set", "pips", "--config", kept, strange).stdout)
    assert max(die["confidence"] for die in report["dice"]) < 0.85


@pytest.mark.parametrize("words", [[], ["pips", "--list"], ["--list", "--undo"], ["--undo", "--forget", "x"]])
def test_one_thing_is_done_at_a_time(settings: Path, words: list[str]):
    result = run("teach", *words, "--config", settings)
    assert result.exit_code == 2
    assert "one of" in result.stderr


@pytest.mark.parametrize("name", ["", "a/b", "..", "x" * 60])
def test_a_name_that_cannot_be_is_refused_before_anything_is_shown(settings: Path, name: str):
    result = teach(settings, name, "--picture", "gone.png")
    assert isinstance(result.exception, DiceSetNameError)


def test_a_full_disk_is_said(settings: Path, pictures: Path, tmp_path: Path):
    (tmp_path / "dice").write_text("")  # no folder can be made there
    result = teach(settings, "pips", *both(pictures), "--labels", NAMED, "--shown", f"{NAMED},{NAMED}")
    assert isinstance(result.exception, DiceSetError)


def test_labels_and_letters_are_understood_in_any_case():
    names = FaceNames.of(("a", "K", "d", "b", "10", "9"), "de")
    assert names.labels == POKER
    assert names.written == ("9", "10", "B", "D", "K", "A")
    assert [names.parse(text) for text in ("9", " J ", "b", "Q", "d", "K", "a", "x", "")] == [
        0,
        2,
        2,
        3,
        3,
        4,
        5,
        None,
        None,
    ]
    assert [FaceNames.of(names.labels, language).written[2:] for language in ("fr", "it", "nl")] == [
        ("V", "D", "R", "A"),
        ("F", "D", "R", "A"),
        ("B", "V", "H", "A"),
    ]
    others = FaceNames.of(("eins", "Zwei"), "de")
    assert others.labels == ("eins", "Zwei")
    assert [others.parse(text) for text in ("EINS", "zwei", "J")] == [0, 1, None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_v_is_the_jack_on_french_dice_and_the_queen_on_dutch_ones(language: str):
    french, dutch = ("9", "10", "V", "D", "R", "A"), ("A", "h", "v", "B", "10", "9")
    for named in (french, dutch):
        assert FaceNames.of(named, language).labels == POKER
    meant = FaceNames.of(POKER, language).parse("V")
    assert meant == {"fr": 2, "nl": 3}.get(language)  # elsewhere it is asked for again
    assert [FaceNames.of(POKER, language).parse(letter) for letter in "FRH"] == [2, 4, 4]
    no_king = ("9", "10", "V", "J", "Q", "A")  # a third picture card, or the king by another name: nobody can tell
    assert FaceNames.of(no_king, language).labels == no_king


# -- live ------------------------------------------------------------------------------------------------------


class ThrownDice:
    """A camera under which photographs lie, one after the other; while ``moving`` is set nothing lies still."""

    name = "test"

    def __init__(self, *throws: tuple[int, ...], design: str = "pips") -> None:
        self.frames = deque(photograph(design, throw, seed=11 + i).pixels for i, throw in enumerate(throws))
        self.throws = deque(throws)
        self.now_ns = 0
        self.is_closed = False
        self.moving = 0

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        self.now_ns += 80_000_000
        pixels = self.frames[0][::3, ::3].copy()
        if self.moving:
            self.moving -= 1
            at = self.now_ns // 80_000_000 * 37 % 100
            pixels[20:80, at : at + 40] = 250
        return Frame(pixels, self.now_ns)

    def capture(self, *, not_before_ns: int, timeout_s: float = 2.0) -> Frame:
        self.now_ns = max(self.now_ns + 80_000_000, not_before_ns)
        return Frame(self.frames[0], self.now_ns)

    def turn_page(self) -> None:
        self.frames.rotate(-1)
        self.throws.rotate(-1)

    def close(self) -> None:
        self.is_closed = True


class Pupil:
    """A player who answers every question truly, from what lies there."""

    def __init__(self, camera: ThrownDice, *, lies: dict[int, str] | None = None) -> None:
        self.camera = camera
        self.lies = lies or {}
        self.asked: list[str] = []
        self.told: list[str] = []
        self.lying: tuple[int, ...] = ()

    def ask(self, question: str) -> str:
        self.asked.append(question)
        if question.startswith("What does die "):
            lying = self.camera.throws[-1]  # the page was turned after the look
            answer = PIPS[lying[int(question.split()[3]) - 1]]
            return self.lies.pop(sum(asked.startswith("What does die ") for asked in self.asked), answer)
        if "Is that right?" in question:
            read = question.split("I read: ")[1].split(". Is that")[0].replace(" (?)", "").split(", ")
            return "" if read == [PIPS[face] for face in self.camera.throws[-1]] else "n"
        return ""

    @property
    def questions(self) -> int:
        return sum(asked.startswith("What does die ") for asked in self.asked)


THROWS = ((0, 1, 2, 3, 4), (5, 0, 1, 2, 3), (4, 5, 5, 0, 1), (2, 3, 4, 5, 0), (1, 3, 5, 0, 2))


def teacher_of(pupil: Pupil, folder: Path, labels: Sequence[str] = PIPS) -> Teacher:
    reader = FaceReader.from_file(threads=1)
    names = FaceNames.of(labels, "en")
    shelf = DiceShelf(folder, reader)
    return Teacher(name="mine", names=names, shelf=shelf, reader=reader, ask=pupil.ask, say=pupil.told.append)


def board_of(camera: ThrownDice) -> LiveBoard:
    return LiveBoard(Source(name="test", open_camera=lambda: camera, after_reading=camera.turn_page))


def test_throws_under_the_camera_make_a_set_with_a_check_at_the_end(tmp_path: Path):
    camera = ThrownDice(*THROWS)
    pupil = Pupil(camera)
    teacher = teacher_of(pupil, tmp_path)
    teach_live(teacher, board_of(camera), load_finder())
    assert pupil.questions <= 8
    assert sum("Is that right?" in asked for asked in pupil.asked) == 1
    assert pupil.asked[-2].startswith("For a check")
    assert pupil.told[-1].startswith('The dice "mine" are kept')
    assert min(teacher.shelf.load("mine").dice_set().counts) >= 2


def test_a_face_that_was_not_seen_is_asked_for_and_enough_is_enough(tmp_path: Path):
    camera = ThrownDice((0, 1, 2, 3, 4), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4), (1, 2, 3, 4, 0), (5, 0), (0, 1, 5, 2, 3))
    pupil = Pupil(camera)
    teach_live(teacher_of(pupil, tmp_path), board_of(camera), load_finder())
    invitations = [asked for asked in pupil.asked if asked.startswith("Too seldom seen")]
    assert invitations[0] == "Too seldom seen: six. Lay dice that show them, or throw again, and press Enter. "


def test_a_player_who_has_enough_of_it_says_done(tmp_path: Path):
    class Hasty(Pupil):
        def ask(self, question: str) -> str:
            answer = super().ask(question)
            return "done" if "done" in question else answer

    camera = ThrownDice(*[(0, 1, 2, 3, 4)] * 4, (5, 0, 1), (0, 1, 5, 2, 3))
    pupil = Hasty(camera)
    teacher = teacher_of(pupil, tmp_path)
    teach_live(teacher, board_of(camera), load_finder())
    assert teacher.shelf.load("mine").dice_set().counts[5] == 1


def test_what_is_read_wrong_in_the_check_is_put_right_and_learnt(tmp_path: Path):
    class Contrary(Pupil):
        """Says once that the check was wrong, and then what lies there."""

        denied = False

        def ask(self, question: str) -> str:
            answer = super().ask(question)
            if "Is that right?" in question and not self.denied:
                self.denied = True
                return "n"
            return answer

    camera = ThrownDice(*THROWS, (4, 1, 0, 3, 5))
    pupil = Contrary(camera)
    teach_live(teacher_of(pupil, tmp_path), board_of(camera), load_finder())
    assert sum("Is that right?" in asked for asked in pupil.asked) == 2
    assert any("[Enter if it is" in asked for asked in pupil.asked)


def test_a_wrong_answer_is_noticed_and_not_learnt(tmp_path: Path):
    camera = ThrownDice(*THROWS, *THROWS)
    pupil = Pupil(camera, lies={1: "six"})
    teacher = teacher_of(pupil, tmp_path)
    teach_live(teacher, board_of(camera), load_finder())
    dice_set = teacher.shelf.load("mine").dice_set()
    crops = dice_set.read(dice_set.prototypes).probabilities
    assert crops[:, :-1].argmax(axis=1).tolist() == dice_set.shown.tolist()
    assert False not in dice_set.calibration.right


def test_an_empty_board_and_moving_dice_are_said_and_looked_at_again(tmp_path: Path):
    camera = ThrownDice((), *THROWS)
    camera.moving = 200
    pupil = Pupil(camera)
    teach_live(teacher_of(pupil, tmp_path), board_of(camera), load_finder())
    assert pupil.told[1].startswith("Something moved on the board for ten seconds")
    assert pupil.told[2] == "I see no die that lies flat on the board."


def test_a_face_that_never_comes_ends_the_lesson_and_nothing_is_kept(tmp_path: Path):
    camera = ThrownDice((0, 1, 2, 3, 4))
    teacher = teacher_of(Pupil(camera), tmp_path)
    with pytest.raises(TeachError, match=f"After {MOST_THROWS} throws six is missing"):
        teach_live(teacher, board_of(camera), load_finder())
    assert teacher.shelf.names() == ()


def test_a_board_that_never_rests_is_an_error_of_the_camera():
    camera = ThrownDice((0, 1))
    camera.moving = 1000
    with pytest.raises(CameraTimeoutError, match="let the dice lie"):
        board_of(camera).look()


def test_a_camera_just_opened_is_given_time_to_find_its_exposure():
    camera = ThrownDice((0, 1), (2, 3))
    board = board_of(camera)
    first = board.look().exposed_ns
    assert first > 1_000_000_000
    assert board.look().exposed_ns - first < 1_000_000_000


def test_the_camera_is_given_back_even_if_the_lesson_is_broken_off(settings: Path, tmp_path: Path):
    draw(tmp_path / "thrown" / "1.png", "pips", (0, 1, 2))
    result = teach(settings, "mine", "--labels", NAMED)
    assert result.exit_code == 1
    assert "The faces are one two three four five six." in result.stdout
    assert "Throw the dice, let them lie, and press Enter." in result.stdout


def test_without_a_camera_it_is_said(settings: Path):
    result = teach(settings, "mine", "--labels", NAMED)
    assert isinstance(result.exception, CameraMissingError)


def test_the_simulated_board_throws_its_dice_itself(settings: Path):
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
    result = teach(settings, "mine", "--camera", "simulated", answers=["", ""])
    assert result.exit_code == 1
    assert "What does die " in result.stdout
