import json

import pytest

from models.evaluate.board_set import set_figures
from models.evaluate.threshold import choice_of, main
from tests.models.evaluate.synthetic import five

RECORDS = (five(confidence=0.95), five(confidence=0.91, wrong=1))


def test_the_choice_is_said_in_words_or_that_there_is_none():
    choice = choice_of(set_figures("x", RECORDS), temperature=2.0)
    assert choice.chosen.threshold == 0.925
    text = choice.sentences()
    assert "Believe faces from 0.925 on (today 0.85): wrong then 0.000" in text
    assert f"Temperature that fits best: {2 * choice.temperature_factor:.3f} (today 2.000)" in text
    bad = set_figures("x", (five(confidence=0.9995, wrong=1),))
    assert "train the face model further" in choice_of(bad, temperature=1.0).sentences()
    assert choice_of(bad, temperature=1.0, wrong_most=0.5).chosen.threshold == 0.0
    nothing = choice_of(set_figures("x", ()), temperature=1.0)
    assert (nothing.chosen, nothing.temperature_factor) == (None, None)


def test_a_missing_model_is_said(tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--faces", str(tmp_path / "none.onnx"), "--out", str(tmp_path)])
    assert ended.value.code == 1
    assert "none" in capsys.readouterr().err


@pytest.mark.proof
def test_the_command_draws_its_boards_and_prints_json_alone(tmp_path, capsys):
    main(["--count", "1", "--jobs", "1", "--json", "--out", str(tmp_path)])
    assert set(json.loads(capsys.readouterr().out)) == {"choice", "coverage", "reliability"}
