import json
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
pytest.importorskip("PIL", reason="designs never trained on are drawn with pillow (extra train)")

from models.evaluate import games, held_out, own_dice
from models.evaluate.games import TableEye, drawn_and_read, read_games, truth_path
from models.evaluate.held_out import FUSED, frame_name
from models.evaluate.holds import hold_records, middle_of
from models.evaluate.workers import Models
from vision.frame import Frame
from vision.reading import Verdict

NUMBER = 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("games")


@pytest.fixture(scope="module")
def game(folder):
    return drawn_and_read(Models(), folder, NUMBER)


@pytest.mark.proof
def test_a_game_is_turns_of_which_every_moment_is_drawn_and_read(folder, game):
    assert len(game.turns) == games.TURNS
    for read in game.turns:
        assert len(read.sights) == len(read.turn.moments)
        for moment, sight in zip(read.turn.moments, read.sights, strict=True):
            for number in moment.dice:
                if (die := sight.of(number)) is not None:
                    away = np.subtract(die.detection.centre_xy, middle_of(moment.dice[number].quad))
                    assert np.hypot(*away) < die.detection.size_px
    settled = [moment for read in game.turns for moment in read.turn.moments if moment.is_settled]
    assert len(game.throws) == len(settled)
    assert all(len(record.dice) == 5 for record in game.throws)
    assert all(len(record.dice) < 5 for record in game.passing)
    assert sum(die.read is not None for record in game.throws for die in record.dice) > len(settled) * 2.5


@pytest.mark.proof
def test_a_press_is_drawn_in_several_frames_and_a_look_by_the_way_in_one(folder, game):
    stated = json.loads(truth_path(folder, NUMBER).read_text())
    for moment in (one for turn in stated["turns"] for one in turn["moments"]):
        has_second = (folder / frame_name(moment["image"], 1)).exists()
        assert has_second is (moment["is_settled"] and FUSED > 1)


@pytest.mark.proof
def test_holds_are_told_of_what_was_read(game):
    records = [one for read in game.turns for one in hold_records(read.turn, read.sights)]
    assert len(records) == sum(len(read.turn.throws) for read in game.turns)


@pytest.mark.proof
def test_a_game_that_was_drawn_is_not_drawn_again(folder, game):
    image = json.loads(truth_path(folder, NUMBER).read_text())["turns"][0]["moments"][0]["image"]
    (folder / image).unlink()
    again = drawn_and_read(Models(), folder, NUMBER)
    assert again.turns[0].sights[0] is None
    assert [read.turn for read in again.turns] == [read.turn for read in game.turns]


def test_games_lie_in_a_folder_of_the_sources_that_made_them(tmp_path):
    assert read_games(Models(), tmp_path, jobs=1, count=0) == ()
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith("games-")


def test_designs_of_games_are_those_of_no_other_set():
    first, last = games.FIRST_DESIGN, games.FIRST_DESIGN + games.GAMES
    assert first > own_dice.FIRST_DESIGN + own_dice.TABLES * own_dice.SETS_A_TABLE * 101
    assert last > first > max(held_out.HARD.scenes.design_pool)


def test_an_eye_that_sees_too_little_light_says_so_and_goes_on():
    eye = TableEye(Models())
    dark = Frame(np.zeros((200, 200, 3), np.uint8))
    assert eye.read([dark]).verdict is Verdict.TOO_DARK
    assert eye.read([replace(dark, pixels=np.full((200, 200, 3), 120, np.uint8))]).verdict is Verdict.EMPTY
