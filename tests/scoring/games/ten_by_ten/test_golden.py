"""A whole game kept as a log, and its sheets as worked out from that log without the code under test.

`tests/golden/ten_by_ten.jsonl` is one event a line: its class and its fields, faces and rows as numbers. The game has
200 turns, with ties for who begins, burned throws, misreadings put right, entries taken back, corrected and swapped.
`ten_by_ten.sheets.txt` was written by a separate program that folds the JSON and builds the combinations up from
their description.
"""

import json
from pathlib import Path
from typing import get_args

import cattrs

from scoring import events as ev
from scoring.game import Stage
from scoring.games.standings import standings
from scoring.rules import replay
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell

GOLDEN = Path(__file__).parents[3] / "golden"
EVENTS = {kind.__name__: kind for kind in get_args(ev.GameEvent)}


def format_sheets(state):
    lines = []
    for name, sheet in zip(state.players, state.sheets, strict=True):
        lines.append(name)
        for row in Category:
            cells = [sheet.entry_at(Cell(row, column)).points for column in range(1, 11)]
            lines.append(f"{row.name:<8}" + "".join(f"{points:>4}" for points in cells) + f"{sum(cells):>6}")
        sums = [sheet.column_sum(column) for column in range(1, 11)]
        lines += [f"{'sum':<8}" + "".join(f"{points:>4}" for points in sums) + f"{sheet.total:>6}", ""]
    points = standings(state).points
    return "\n".join([*lines, f"points {points[0]:g}:{points[1]:g}"]) + "\n"


def test_the_golden_game_ends_with_the_sheets_worked_out_elsewhere():
    converter, lines = cattrs.Converter(forbid_extra_keys=True), (GOLDEN / "ten_by_ten.jsonl").read_text().splitlines()
    log = [converter.structure(fields, EVENTS[kind]) for kind, fields in map(json.loads, lines)]
    kinds = {type(event) for event in log}
    assert {ev.EntriesSwapped, ev.EntryCorrected, ev.EntryTakenBack, ev.ThrowBurned, ev.ThrowCorrected} <= kinds
    state = replay(log)
    assert state.stage is Stage.OVER
    assert format_sheets(state) == (GOLDEN / "ten_by_ten.sheets.txt").read_text()
