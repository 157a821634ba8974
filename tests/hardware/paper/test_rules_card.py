"""Rules cards: two halves of a page that can be cut, and everything on its own half."""

import pytest

from hardware.paper.rules_card import A5_MM, DiceRow, DiceTable, RulesCard, cards_pdf
from tests.hardware.paper.printed import lines, places, sizes_mm

SENTENCE = "Wer mehr darin hat, gewinnt die Spalte, und alle zusammen sind so viel wert, wie man sieht."
TABLE = DiceTable(
    title="Tafel",
    heads=("Punkte", "serviert"),
    rows=(
        DiceRow(letters=("9", "10", "B"), values=("1", "2", "3"), is_scale=True),
        *(DiceRow(letters=("K",) * 5, text=f"Hand {n}", values=("25", "30")) for n in range(5)),
    ),
)


def card(title: str, sentences: int) -> RulesCard:
    return RulesCard(title=title, told=(SENTENCE,) * sentences, tables=(TABLE,))


@pytest.mark.parametrize(("cards", "pages"), [(1, 1), (2, 1), (3, 2), (8, 4)])
def test_two_cards_go_on_a_page_and_one_alone_comes_twice(cards: int, pages: int) -> None:
    pdf = cards_pdf("Regeln", [card(f"Spiel {n}", 3) for n in range(cards)], language="de")
    assert len(sizes_mm(pdf)) == pages
    titles = [each for each in lines(pdf) if each.startswith("Spiel")]
    assert titles == (["Spiel 0", "Spiel 0"] if cards == 1 else [f"Spiel {n}" for n in range(cards)])


@pytest.mark.parametrize("sentences", [1, 5, 10, 14])
def test_everything_stays_on_its_half_of_the_page(sentences: int) -> None:
    pdf = cards_pdf("Regeln", [card("Spiel", sentences)], language="de")
    for each in places(pdf, words=True)[0]:
        assert each.right < A5_MM[0] - 8 or each.left > A5_MM[0] + 8
        assert 8 < each.top < each.bottom < A5_MM[1] - 8
    marks = [
        each for each in places(pdf, words=False)[0] if abs(each.left - A5_MM[0]) < 0.2 and each.right - each.left < 0.5
    ]
    assert sorted(round(each.top) for each in marks) == [6, 199]
