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
from tests.scoring.table import five

RULES = Path(__file__).parents[2] / ".." / "shared" / "rules"
S1 = RULES / "source-wuerfelpoker-spielplan.txt"
S2 = RULES / "source-spiele-mit-pokerwuerfeln.txt"

SCORED = [
    (S1, "3 Damen gewürfelt, kann man sich 3 x 4 = 12 Punkte", "DDD9A", Category.QUEENS, False, 12),
    (S1, "9er zählen einen Punkt pro Stück", "99TBA", Category.NINES, False, 2),
    (S1, "10er 2 Punkte", "TTT9A", Category.TENS, False, 6),
    (S1, "Asse 6 Punkte", "AAAA9", Category.ACES, False, 24),
    (S1, "mit null Punkten, da drei Damen kein Grande sind", "DDD9A", Category.GRANDE, False, 0),
    (S1, "25 Punkte für die kleine Straße von 9 bis König", "9TBDK", Category.STRAIGHT, False, 25),
    (S1, "26 Punkte für die große Straße von 10 bis As", "TBDKA", Category.STRAIGHT, False, 26),
    (S1, "Jeweils plus 5 Punkte, wenn der Wurf serviert war", "TBDKA", Category.STRAIGHT, True, 31),
    (S1, "drei Königen und zwei Assen zählt also 30 +5 = 35 Punkte", "KKKAA", Category.FULL, False, 35),
    (S1, "Serviert bringt plus 5 Punkte", "KKKAA", Category.FULL, True, 40),
    (S1, "vier Assen und einem 10er ist also  40 + 6 = 46 Punkte", "AAAAT", Category.POKER, False, 46),
    (S1, "einen Grande darf man nicht als Poker schreiben", "AAAAA", Category.POKER, False, 0),
    (S1, "ein Grande mit Buben ist also 50 + 3 = 53 Punkte", "BBBBB", Category.GRANDE, False, 53),
    (S1, "Serviert bringt plus 10 Punkte", "BBBBB", Category.GRANDE, True, 63),
    (S2, "Neun-Bube-Dame-Dame-As", "9BDDA", Category.QUEENS, False, 8),
    (S2, "Neun-Zehn-Zehn-Dame-As", "9TTDA", Category.NINES, False, 1),
    (S2, 'in der Reihe "Damen" 4 Punkte', "9TTDA", Category.QUEENS, False, 4),
    (S2, 'in der Reihe "Asse" 6 Punkte', "9TTDA", Category.ACES, False, 6),
]

NAMED = [
    (S2, "2 Würfel mit gleichen Werten und 3 Würfel mit anderen Werten", "KK9TA", Hand.PAIR),
    (S2, "Zweimal 2 Würfel mit gleichen Werten und ein anderer Wert", "KK99A", Hand.TWO_PAIRS),
    (S2, "3 Würfel mit gleichen Werten und 2 andere Werte", "KKK9A", Hand.THREE),
    (S2, "Ein Drilling und ein Paar", "KKK99", Hand.FULL),
    (S2, "4 Würfel mit gleichen Werten und ein anderer Wert", "KKKK9", Hand.POKER),
    (S2, "5 Würfel mit gleichen Werten", "AAAAA", Hand.GRANDE),
    (S2, "(Zehn-Bube-Dame-König-As)", "TBDKA", Hand.LARGE_STRAIGHT),
    (S2, "(Neun-Zehn-Bube-Dame-König)", "9TBDK", Hand.SMALL_STRAIGHT),
]

# What beats what, by the sentence that says so: the first hand is higher, or both are equal where it says None.
HIGHER = [
    ("2 Könige vor 2 Zehnern", "KK9DA", "TT9DA", False),
    ('entscheidet der höchste der 3 "toten" Würfel', "KK9TA", "KK9TD", False),
    ("bei weiterer Gleichheit der zweithöchste", "KK9DA", "KK9TA", False),
    ("und dann der dritthöchste", "KKTDA", "KK9DA", False),
    ('Haben 2 Spieler 2 gleiche Paare, entscheidet der "tote" Würfel', "KK99A", "KK99D", False),
    ('Bei gleichen Drillingen entscheiden wieder die "toten" Würfel', "KKKTA", "KKK9A", False),
    ("Bei gleichwertigen Drillingen entscheidet der Wert des Paares", "KKKAA", "KKK99", False),
    ('Bei gleichen Vierlingen entscheidet der "tote" Würfel', "KKKKA", "KKKK9", False),
    ("Der höchste Fünfling und damit die höchste Kombination überhaupt besteht aus 5 Assen", "AAAAA", "KKKKK", False),
    ("dann liegen sie in ihrer Wertigkeit über dem Drilling", "9TBDK", "AAAKD", True),
    ("und unter dem Full House", "999TT", "TBDKA", True),
    ("Im allgemeinen spielt man beim Würfelpoker **ohne** die vom Spielkartenpoker", "99TBD", "TBDKA", False),
]

# Escalero's examples: dice, row, served, points.
ESCALERO = [
    ('dann trägt er in die Reihe "Damen" unter seinem Namen 8 Punkte (2 x 4) ein', "9BDDA", Row.QUEENS, False, 8),
    ('dann schreibt sie in die Reihe "Quint" 30 Punkte ("Quint serviert")', "TBDKA", Row.QUINT, True, 30),
    ('kann er in der Reihe "Neuner" 1 Punkt', "9TTDA", Row.NINES, False, 1),
    ('oder in der Reihe "Damen" 4 Punkte', "9TTDA", Row.QUEENS, False, 4),
    ('oder in der Reihe "Asse" 6 Punkte eintragen', "9TTDA", Row.ACES, False, 6),
    ('dann schreibt er in die Reihe "Full Hand" 30 Punkte', "TTTAA", Row.FULL_HAND, False, 30),
    ("( 7) Quint\t=\t25 Punkte", "9TBDK", Row.QUINT, False, 25),
    ("( 8) Full Hand\t=\t30 Punkte\nserviert\t=\t35 Punkte", "TTTAA", Row.FULL_HAND, True, 35),
    ("( 9) Poker (Vierling)\t=\t40 Punkte", "TTTTA", Row.POKER, False, 40),
    ("( 9) Poker (Vierling)\t=\t40 Punkte\nserviert\t=\t45 Punkte", "TTTTA", Row.POKER, True, 45),
    ("(10) Fünfling\t=\t50 Punkte", "TTTTT", Row.GRANDE, False, 50),
    ("(11) Fünfling serviert\t=\t100 Punkte", "TTTTT", Row.GRANDE_SERVED, True, 100),
    ("(11) Fünfling serviert\t=\t100 Punkte", "TTTTT", Row.GRANDE_SERVED, False, 0),
    ("Ein Drilling und ein Paar", "TTTTT", Row.FULL_HAND, True, 0),
    ("4 Würfel mit gleichen Werten und ein anderer Wert", "TTTTT", Row.POKER, True, 0),
]


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
