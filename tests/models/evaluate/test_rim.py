from dataclasses import replace

from models.evaluate.rim import KINDS, figures_of, kind_of
from tests.models.evaluate.synthetic import counts, five
from vision.reading import EyeDoubt

BURNING = [replace(die, read=replace(die.read, is_burning=True, doubt=EyeDoubt.LEANING)) for die in five().dice[::-1]]
ODD = replace(BURNING[4], true=replace(BURNING[4].true, state="leaning"))


def test_who_is_told_and_who_is_called_burning_without_cause_is_counted():
    assert [kind_of(number) for number in range(12)] == ["", *(part for kind in KINDS for part in (kind, "")), KINDS[0]]
    flat, missed, quiet = five().dice[:4], replace(ODD, read=None), replace(ODD, read=five().dice[4].read)
    odd = [
        *(replace(five(), dice=(*flat, die)) for die in (quiet, ODD)),
        replace(five(), dice=(*BURNING[:4], missed)),  # only four are counted
        replace(five(), dice=(*flat, missed), extra=(ODD.read,)),  # found by another of its faces
        replace(five(), dice=(*BURNING[:4], quiet)),  # another is said to burn
    ]
    boards = (five(), odd[0], replace(five(), dice=BURNING), odd[1], five(), odd[2], five(), odd[3], five(), odd[4])
    before = [odd[1], boards[2], five(), *(replace(five(), dice=dice) for dice in (BURNING[:4], flat))]
    said = figures_of([(number, [*before, board], float(number)) for number, board in enumerate(boards)])
    assert [counts(share) for name, share in said.items() if "before" in name or "another" in name] == [(10, 30)] * 2
    assert counts(said["five flat, one called burning or off"]) == (1, 5)
    assert [counts(said[f"{kind}, told"]) for kind in KINDS] == [(0, 1), (1, 1), (1, 1), (1, 1), (0, 1)]
    assert counts(said["not lying right, nothing said"]) == (1, 5)
    assert said["outline's mean error, median and 95th centile"] == "4.50 mm, 8.55 mm"
