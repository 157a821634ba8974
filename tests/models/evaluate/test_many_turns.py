import pytest

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")

from models.evaluate.holds import hold_figures
from models.evaluate.many_turns import TABLES, TURNS_A_TABLE, TurnsTask, turns_task
from tests.models.evaluate.test_looks import STEADY


@pytest.mark.proof
def test_a_table_of_turns_is_the_same_again_and_nearly_all_its_holds_are_told():
    first, again = (turns_task(TurnsTask(STEADY, table=1, turns=8)) for _ in range(2))
    assert first == again
    assert 10 <= len(first) <= 16
    figures = hold_figures(first)
    assert figures.told.value == 1
    assert figures.right.value > 0.8


def test_another_table_is_another_game():
    assert turns_task(TurnsTask(STEADY, table=1, turns=2)) != turns_task(TurnsTask(STEADY, table=2, turns=2))


def test_thousands_of_throws_are_played():
    assert TABLES * TURNS_A_TABLE * 2 >= 4000
