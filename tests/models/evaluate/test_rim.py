from dataclasses import replace

from models.evaluate.rim import KINDS, figures_of, kind_of
from tests.models.evaluate.synthetic import counts, five
from vision.reading import EyeDoubt

LEANS = {"is_burning": True, "doubt": EyeDoubt.LEANING}
BURNING = tuple(replace(die, read=replace(die.read, **LEANS)) for die in five().dice[::-1])


def test_who_is_told_and_who_is_called_burning_without_cause_is_counted():
    assert [kind_of(number) for number in range(12)] == ["", *(part for kind in KINDS for part in (kind, "")), KINDS[0]]
    burning = replace(five(), dice=BURNING)
    unseen = replace(five(), dice=(*BURNING[:4], replace(BURNING[4], read=None)))
    boards = (five(), five(), burning, burning, five(), unseen)
    said = figures_of([(number, board, float(number)) for number, board in enumerate(boards)])
    shares = {name: counts(share) for name, share in said.items() if not isinstance(share, str) and share.n < 6}
    assert shares["five flat, one called burning or off"] == (1, 3)
    assert [shares[f"{kind}, told"] for kind in KINDS[:4]] == [(0, 1), (1, 1), (1, 1), (0, 0)]
    assert said["outline's mean error, median and 95th centile"] == "2.50 mm, 4.75 mm"
