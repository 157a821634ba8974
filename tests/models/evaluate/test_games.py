import json
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")

from models.evaluate import games, held_out, holds, own_dice, workers
from models.evaluate.games import TableEye, drawn_and_read, read_games
from models.evaluate.held_out import FUSED, frame_name
from vision import frame, reading

NUMBER = 3


@pytest.mark.proof
def test_a_game_is_drawn_once_and_every_moment_of_its_turns_is_read(tmp_path):
    game = drawn_and_read(workers.Models(), tmp_path, NUMBER)
    assert len(game.turns) == games.TURNS
    for turn, sights in game.turns:
        for moment, sight in zip(turn.moments, sights, strict=True):
            for number, die in zip(sight.numbers, sight.reading.dice, strict=True):
                if number is not None:
                    away = np.subtract(die.detection.centre_xy, holds.middle_of(moment.dice[number].quad))
                    assert np.hypot(*away) < die.detection.size_px
        assert len(holds.hold_records(turn, sights)) == len(turn.throws)
    settled = [moment for turn, _ in game.turns for moment in turn.moments if moment.is_settled]
    assert len(game.throws) == len(settled)
    assert all(len(record.dice) == 5 for record in game.throws)
    assert all(len(record.dice) < 5 for record in game.passing)
    assert sum(die.read is not None for record in game.throws for die in record.dice) > len(settled) * 2.5
    stated = json.loads((tmp_path / f"game-{NUMBER:04d}.json").read_text())
    for moment in (one for turn in stated["turns"] for one in turn["moments"]):  # a look by the way is one frame
        assert (tmp_path / frame_name(moment["image"], 1)).exists() is (moment["is_settled"] and FUSED > 1)
    (tmp_path / stated["turns"][0]["moments"][0]["image"]).unlink()
    again = drawn_and_read(workers.Models(), tmp_path, NUMBER)
    assert again.turns[0][1][0] is None
    assert [turn for turn, _ in again.turns] == [turn for turn, _ in game.turns]


def test_games_lie_in_a_folder_of_the_sources_that_made_them_and_have_designs_of_no_other_set(tmp_path):
    assert read_games(workers.Models(), tmp_path, jobs=1, count=0) == ()
    assert next(tmp_path.iterdir()).name.startswith("games-")
    assert games.FIRST_DESIGN > own_dice.FIRST_DESIGN + own_dice.TABLES * own_dice.SETS_A_TABLE * 101
    assert max(held_out.HARD.scenes.design_pool) < games.FIRST_DESIGN


def test_an_eye_that_sees_too_little_light_says_so_and_goes_on():
    eye = TableEye(workers.Models())
    dark = frame.Frame(np.zeros((200, 200, 3), np.uint8))
    assert eye.read([dark]).verdict is reading.Verdict.TOO_DARK
    assert eye.read([replace(dark, pixels=np.full((200, 200, 3), 120, np.uint8))]).verdict is reading.Verdict.EMPTY
