from dataclasses import replace

from models.evaluate.breakdown import breakdowns
from tests.models.evaluate.synthetic import LIGHT, QUAD, read, record, true_die


def rows(name, *records):
    return {row.kind: row for row in breakdowns(records, sure=0.85)[name]}


def counts(share):
    return share.hits, share.n


def test_dice_are_counted_by_design_without_its_seed():
    one, other = true_die(0, design="suits-7"), true_die(1, 60, design="suits-12")
    found = rows("design", record((one, read(0)), (other, read(2, 60)), (true_die(3, 120, design="letter"), None)))
    assert counts(found["suits"].faces) == (1, 2)
    assert (counts(found["letter"].found), found["letter"].faces.n) == ((0, 1), 0)


def test_dice_are_counted_by_the_light_of_their_board():
    dark = record((true_die(0), read(1)), light=replace(LIGHT, brightness=10.0, contrast=5.0, warmth=-9.0))
    light = record((true_die(0), read(0)))
    assert {k: counts(r.faces) for k, r in rows("brightness", dark, light).items()} == {"0–25": (0, 1), "40–55": (1, 1)}
    assert list(rows("contrast", dark, light)) == ["0–10", "18–26"]
    assert counts(rows("colour of light", dark, light)["cold"].faces) == (0, 1)


def test_dice_are_counted_by_size_in_rising_order():
    small = true_die(0, quad=tuple((x / 2, y / 2) for x, y in QUAD))
    found = breakdowns([record((true_die(1, 60), read(1, 60)), (small, read(0)))], sure=0.85)["size in px"]
    assert [row.kind for row in found] == ["20–30", "40–50"]


def test_by_tilt_burning_dice_count_and_what_was_said_of_them():
    leaning = true_die(0, state="leaning", tilt_deg=25.0)
    found = rows("tilt in °", record((leaning, read(0, is_burning=True)), (true_die(1, 60), read(1, 60))))
    assert counts(found["20–30"].said_burning) == (1, 1)
    assert counts(found["0–2.5"].said_burning) == (0, 1)


def test_by_tray_and_face_only_poker_dice_lying_right_count():
    foreign, leaning = true_die(-1, 60), true_die(1, 120, state="leaning", tilt_deg=20.0)
    found = record((true_die(0), read(0)), (foreign, read(0, 60)), (leaning, read(1, 120)), tray="red")
    assert counts(rows("tray", found)["red"].found) == (1, 1)
    assert list(rows("face", found)) == ["9"]
