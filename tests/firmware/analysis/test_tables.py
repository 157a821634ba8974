"""Tables and curves in a terminal."""

from firmware.analysis.tables import ROWS, bars, table_text, width_of


def test_columns_stand_below_each_other_whatever_the_names():
    rows = table_text([["", "Anna", "太郎"], ["Glück", "+1,0 %", "−12,0 %"]])
    assert len({width_of(row) for row in rows}) == 1
    assert rows[1] == "Glück   +1,0 %   −12,0 %"
    assert [width_of(text) for text in ("abc", "e\N{COMBINING ACUTE ACCENT}", "太郎")] == [3, 1, 4]


def test_a_curve_is_high_where_the_chance_is_on_one_line_and_cut_off_beyond():
    drawn = bars([0.0, 0.5, 1.0])
    assert len(drawn) == ROWS
    assert [line.ljust(3)[at] for line in (drawn[0], drawn[-1]) for at in range(3)] == [" ", " ", "█", " ", "█", "█"]
    assert {len(line) for line in bars([1.2] * 201)} == {72}
    assert bars([-0.1]) == [""] * ROWS
