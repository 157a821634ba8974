"""„Spiele mit Pokerwürfeln“, sentence by sentence: what it says of the games beside 10×10, and that they do it.

The sentences are also looked up in the source itself, where it lies beside the checkout.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.games import escalero
from scoring.games.escalero import Row
from scoring.hands.ranking import Ranking, strength

S2 = Path(__file__).parents[2] / ".." / "shared" / "rules" / "source-spiele-mit-pokerwuerfeln.txt"

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

PLAYED = [
    "Man vereinbart den niedrigsten Einsatz (z.B. ein Chip) und den höchsten Einsatz (z.B. 6 Chips) pro Spiel",
    "Jeder Spieler setzt den Mindesteinsatz in die Kasse",
    "läßt dann wahlweise 1 bis 4 Würfel stehen und wirft mit den restlichen ein zweites Mal",
    'Seine Gegenspieler müssen dann entweder "mitgehen" (also auch erhöhen) oder "passen" (ausscheiden)',
    "Am Ende der Runde kassiert der Spieler mit der höchsten Pokerkombination den Pott",
    "bleibt der Ein- satz stehen und diese Spieler tragen eine Stichrunde aus",
    "Der Gewinner muß bei der nächsten Runde beginnen",
    "Dann setzt jeder Spieler 1 Chip in die Kasse",
    "muß der Zweifler den Einsatz in der Kasse verdoppeln",
    "muß er die Kasse verdoppeln und seine Meldung auf die tatsächlich geworfene Kombination zurücknehmen",
    "Wurde die gemeldete Kombination nicht innerhalb von 10 Sekunden angezweifelt, dann gilt die Meldung",
    "Der Spieler mit der höchsten Meldung gewinnt nach einer Runde den Pott",
    "die Kombination As-As-König-König-Neun als Vierling gewertet",
    "Jeder Spieler hat nur einen offenen Wurf",
    "entscheidet eine der drei folgenden Punktwertungen über den Sieg",
    "die Gewinner erhalten also für 1 gesetztes Chip 3 Chips zurück",
    "die Gewinner erhalten also für 1 Chip 6 Chips zurück",
    "Will der Bankhalter das Spiel beenden, muß er dies 5 Würfe vorher ankündigen",
    "Wenn jeder Spieler elfmal dran war, sind alle Felder des Kontrollscheins gefüllt",
    "der Sieger erhält von seinen Gegenspielern die Differenz der Summen ausbezahlt",
    "Und zwar dadurch, daß in einer beliebigen Reihe 0 Punkte vermerkt werden",
]


@pytest.mark.shared
@pytest.mark.parametrize("sentence", [*PLAYED, *(case[0] for case in HIGHER), *(case[0] for case in ESCALERO)])
def test_the_source_says_so(sentence):
    if not S2.exists():
        pytest.skip(f"{S2.name} does not lie beside this checkout")
    assert " ".join(sentence.split()) in " ".join(S2.read_text().split())


@pytest.mark.parametrize(("sentence", "higher", "lower", "sequences"), HIGHER)
def test_the_higher_hand_is_the_one_the_source_says(dice, sentence, higher, lower, sequences):
    ranking = Ranking(sequences=sequences)
    assert strength(dice(higher), ranking) > strength(dice(lower), ranking)


@pytest.mark.parametrize(("sentence", "text", "row", "is_served", "expected"), ESCALERO)
def test_escalero_scores_as_the_source_says(dice, sentence, text, row, is_served, expected):
    assert escalero.points(row, dice(text), is_served=is_served) == expected
