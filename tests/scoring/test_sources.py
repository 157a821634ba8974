"""The two German sources, sentence by sentence: each example they give, as the rules here see it, and what they say of
the games beside 10×10.

The sentences are also looked up in the sources themselves, where these lie beside the checkout.
"""

from pathlib import Path

import pytest

from scoring.games import escalero
from scoring.games.escalero import Row
from scoring.hands.hand import Hand, classify
from scoring.hands.ranking import Ranking, strength
from scoring.sheets.category import Category, points
from tests.cases import cases
from tests.scoring.table import five

RULES = Path(__file__).parents[2] / ".." / "shared" / "rules"
S1 = RULES / "source-wuerfelpoker-spielplan.txt"
S2 = RULES / "source-spiele-mit-pokerwuerfeln.txt"

SOURCES = {"S1": S1, "S2": S2}
SAID = cases(__file__)
SCORED = [(SOURCES[source], said, dice, Category[row], *rest) for source, said, dice, row, *rest in SAID["scored"]]
NAMED = [(SOURCES[source], said, dice, Hand[hand]) for source, said, dice, hand in SAID["named"]]
HIGHER = [tuple(each) for each in SAID["higher"]]
ESCALERO = [(said, dice, Row[row], *rest) for said, dice, row, *rest in SAID["escalero"]]


@pytest.mark.shared
@pytest.mark.parametrize(
    ("source", "sentence"),
    [*(case[:2] for case in (*SCORED, *NAMED)), *((S2, case[0]) for case in (*HIGHER, *ESCALERO))],
)
def test_the_source_says_so(source, sentence):
    if not source.exists():
        pytest.skip(f"{source.name} does not lie beside this checkout")
    assert " ".join(sentence.split()) in " ".join(source.read_text().split())


def test_what_the_sources_score_and_name():
    for _, sentence, text, row, is_served, expected in SCORED:
        assert points(row, five(text), is_served=is_served) == expected, sentence
    for sentence, text, row, is_served, expected in ESCALERO:
        assert escalero.points(row, five(text), is_served=is_served) == expected, sentence
    for _, sentence, text, hand in NAMED:
        assert classify(five(text)) is hand, sentence
    for sentence, higher, lower, sequences in HIGHER:
        ranking = Ranking(sequences=sequences)
        assert strength(five(higher), ranking) > strength(five(lower), ranking), sentence
