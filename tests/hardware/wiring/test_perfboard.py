"""The switch board joins what the circuit joins and no more, its parts fit their holes, all are in the bill."""

import re
from itertools import chain, pairwise

import pytest

from hardware.numbers import Build
from hardware.parts.made import bill_rows
from hardware.wiring.perfboard import BOARD, perfboard, place
from hardware.wiring.schematic import MARKS, schematic
from hardware.words import PageLanguage
from tests.hardware.changes import NUMBERS

POLES = {"LED": "AK", "Diode": "AK"}  # which way they are drawn; of others it does not matter
LEAVES = ("header", "terminal")  # their legs are called as what is joined to them
APART = {"resistor": {4, 5, 6}, "diode": {3, 4, 5}, "adapter": {1}, "header": {1}, "terminal": {2}}
"""How many holes a part's legs may be apart: a resistor of 6.3 mm lies over 4, a terminal's are 5.08 mm apart."""


def holes(way):
    """Return all holes that a bare wire passes, by its ends and corners: it is soldered along rows and columns."""
    found = []
    for (column, row), (end, below) in pairwise(map(place, way.split())):
        assert (column == end) != (row == below), f"{way} runs askew"
        columns, rows = (range(min(ends), max(ends) + 1) for ends in ((column, end), (row, below)))
        found += [(each, other) for each in columns for other in rows]
    return tuple(found)


def ends_of(mark):
    """Return where the legs of a part of the circuit are; of a line, what it begins or ends at."""
    (x, y), up = mark.at[0], -0.75 if mark.is_flipped else 0.75
    aside = x + 1.3667
    if mark.draw == "Line":
        return {mark.name: (x, y)}
    if mark.draw == "NFet":
        return {f"{mark.name}.G": (x, y), f"{mark.name}.D": (aside, y + up), f"{mark.name}.S": (aside, y - up)}
    first, last = POLES.get(mark.draw, "12")
    return {f"{mark.name}.{first}": (x, y), f"{mark.name}.{last}": mark.at[-1]}


def inside(spot, one, other):
    """Return whether a spot lies in a box, or on a line along rows or columns, from one corner to the other."""
    return all(min(a, b) - 0.01 <= s <= max(a, b) + 0.01 for a, b, s in zip(one, other, spot, strict=True))


def meet(way, other):
    """Return whether an end or a corner of a way lies on another way."""
    return any(inside(spot, *ends) for ends in pairwise((other[0], *other)) for spot in way)


def nets(ends, ways):
    """Return which ends are joined: by ways that meet."""
    groups = []
    for way in (*ways, *((spot,) for spot in ends.values())):
        met = [group for group in groups if any(meet(way, each) or meet(each, way) for each in group)]
        groups = [group for group in groups if group not in met] + [[way, *chain(*met)]]
    return {frozenset(name for name, spot in ends.items() if (spot,) in group) for group in groups} - {frozenset()}


def letters(text):
    """Return the letters of parts in a text, with those between ``R1 to R6``."""
    found = set(re.findall(r"\b[A-Z]{1,2}\d\b", text))
    ranges = re.findall(r"\b([A-Z])(\d) (?:to|bis) \1(\d)", text)
    return found | {f"{letter}{number}" for letter, low, high in ranges for number in range(int(low), int(high) + 1)}


def test_what_is_joined_on_the_board_is_what_the_circuit_joins():
    boxes = [part for part in BOARD.part.values() if part.draw in LEAVES]
    leaving = {leg: place(hole) for part in boxes for leg, hole in part.legs.items()}
    soldered_in = [(name, part) for name, part in BOARD.part.items() if part.draw not in LEAVES]
    parts = {f"{name}.{leg}": place(hole) for name, part in soldered_in for leg, hole in part.legs.items()}
    assert leaving.keys() == BOARD.wire.keys()
    soldered = nets(parts | leaving, [holes(way) for ways in BOARD.link.values() for way in ways])
    named = {name: spot for mark in MARKS if mark.name for name, spot in ends_of(mark).items()}
    drawn = nets(named, [mark.at for mark in MARKS if mark.draw == "Line"])
    assert soldered == {net if net & parts.keys() else net.intersection(leaving) for net in drawn} - {frozenset()}


def test_every_part_that_the_circuit_has_on_the_board_is_there_in_holes_of_its_own_as_far_apart_as_its_legs():
    drawn = [mark for mark in MARKS if mark.name and mark.draw != "Line"]
    frames = [mark.at for mark in MARKS if mark.says == ("{switch-board}",)]
    framed = {mark.name for mark in drawn for frame in frames if all(inside(spot, *frame) for spot in mark.at)}
    assert {name for name, part in BOARD.part.items() if part.draw not in LEAVES} == framed
    used = [place(hole) for part in BOARD.part.values() for hole in part.legs.values()]
    assert len(set(used)) == len(used)
    soldered = [hole for ways in BOARD.link.values() for way in ways for hole in holes(way)]
    assert all(1 <= column <= BOARD.columns and 1 <= row <= BOARD.rows for column, row in (*used, *soldered))
    for name, part in BOARD.part.items():
        spots = [place(hole) for hole in part.legs.values()]
        away = {(abs(x - end), abs(y - below)) for (x, y), (end, below) in pairwise(spots)}
        assert all(min(each) == 0 and max(each) in APART[part.draw] for each in away), name


def test_every_letter_in_the_drawings_is_in_the_bill():
    pytest.importorskip("schemdraw", reason="circuits are drawn at a desk; `make hardware` installs what does it")
    for language in PageLanguage:
        bought = letters("\n".join(" ".join(row) for row in bill_rows(Build.STAND, NUMBERS, language)))
        pictures = (draw(NUMBERS, language).decode() for draw in (perfboard, schematic))
        drawn = [letters(" ".join(re.findall(r">([^<]+)<", picture))) for picture in pictures]
        assert {*BOARD.part} < drawn[0], language
        assert set().union(*drawn) <= bought, language
