"""The command on small folders, with the models of the repository."""

import json

import cv2
import numpy as np
import pytest

from models.render.stage import render
from models.train.pictures import generate, scene

SCENES = scene.SceneConfig(size_wh=(320, 320), die_px=(36.0, 44.0), clutter_share=0.0, hand_share=0.0, quality=0.0)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """Return a folder of two boards, with every trouble a stranger's folder has."""
    pytest.importorskip("PIL")
    folder = tmp_path_factory.mktemp("ours")
    lines = ["{"]
    for number in range(2):
        rendered = render(scene.sample_scene(np.random.default_rng((number, 7)), SCENES))
        cv2.imwrite(str(folder / f"{number}.png"), rendered.pixels[..., ::-1])
        lines.append(json.dumps(generate.truth_line(f"{number}.jpg", rendered)))
    joker = {"label": "joker", "box": [0, 0, 40, 40]}
    lines += [json.dumps({"image": "gone.jpg", "dice": []}), json.dumps({"image": "0.png", "dice": [joker]})]
    (folder / "truth.jsonl").write_text("\n".join(lines))
    return folder


def test_json_is_all_on_stdout_what_was_left_out_is_said_and_page_and_plots_are_written(drawn, tmp_path, evaluated):
    (tmp_path / "labels.csv").write_text("image,x0,y0,x1,y1,label\n1.jpg,0,0,10,10,six\nnone.jpg,0,0,10,10,six\n")
    (tmp_path / "1.png").write_bytes((drawn / "1.png").read_bytes())
    out, none = tmp_path / "out", tmp_path / "none"
    photos = ("--photos", tmp_path, "--photos", none)
    result = evaluated("--boards", drawn, "--boards", none, *photos, "--out", out, "--worst", "3", "--json")
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    boards = data[f"boards {drawn.name}"]
    assert (boards["boards"], set(boards["faces"])) == (3, {"value", "low", "high", "hits", "n"})
    assert data[f"photographs {tmp_path.name}"]["pictures"] == 1
    assert {mark["on"] for mark in data["marks"]} >= {drawn.name, tmp_path.name, "the files"}
    left_out = ("line 1 of the truth", "1 dice have a label other than", "1 of 4 pictures", "1 of 2 pictures")
    for part in (*left_out, f"{none} holds no truth*.jsonl", "labels.csv is not a table of boxes"):
        assert part in "\n".join(data["notices"])
        assert part in result.stderr
    page = (out / "index.html").read_text()
    assert "a die&#x27;s face, raw" in page
    assert "<td class=yes>yes" in page
    assert cv2.imread(str(out / "worst.png")) is not None
    assert page.count('src="worst.png"') == 1


def test_where_there_is_nowhere_to_write_or_nothing_to_measure_or_no_model_it_is_said(drawn, tmp_path, evaluated):
    (tmp_path / "file").write_text("")
    unwritten = evaluated("--boards", drawn, "--out", tmp_path / "file")
    assert "cannot be written to" in unwritten.stderr
    for part in (f"boards {drawn.name}\n", "a die's face, raw"):
        assert part in unwritten.stdout
    nothing = evaluated("--boards", tmp_path, "--out", tmp_path / "out")
    assert (nothing.exit_code, nothing.stdout) == (2, "")
    assert "Nothing was measured" in nothing.stderr
    without = evaluated("--faces", tmp_path / "none.onnx", "--boards", tmp_path)
    assert without.exit_code == 1
    assert "none" in without.stderr
