"""Games as files: they come back as they were given away, bad ones are refused by a sentence, the game here goes on."""

import os
import re
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from firmware.analysis.game_files import LARGEST_BYTES, Importer, lines_of
from firmware.analysis.kept_games import games_of_store
from firmware.commands.cli import app
from firmware.log.codec import encode
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.session import state, step
from scoring.events import GameAbandoned, GameBegan
from tests.cases import cases
from tests.firmware.analysis.played import game
from tests.firmware.display.test_kept import NOW, about, kept, rows
from tests.scoring.selfplay import KINDS, play

SHORT = game(1)[:9]
PUT_AWAY = (*SHORT, Record(GameAbandoned()))


def given(path: Path, *games: Sequence[Record], has_readings: bool = False) -> Path:
    """Return the file of all games that another device gave away."""
    with kept(path.with_suffix(".log"), *games) as (_, store):
        lines = (line for each in games_of_store(store) for line in lines_of(each, has_readings=has_readings))
        path.write_bytes(b"".join(lines))
    return path


def run(log: Path, *files: Path, exit_code: int = 0) -> list[str]:
    done = CliRunner().invoke(app, ["import", *map(str, files), "--store", str(log)])
    assert done.exit_code == exit_code, done.output
    return (done.output or str(done.exception)).splitlines()


def test_games_of_all_seven_kinds_come_back_as_they_were_and_are_listed_so_once(tmp_path):
    joker = play(lambda *table: replace(KINDS["open-poker"](*table), jokers=True), 4)[1]
    others = [play(agree, 3)[1] for agree in KINDS.values()]
    games = [[Record(event) for event in events] for events in (joker, *others, [record.event for record in game(1)])]
    file, log = given(tmp_path / "all.jsonl", *games), tmp_path / "log"
    assert run(log, file) == [f"Games taken in from {file}: 7."]
    with kept(tmp_path / "all.log") as (listed, _), kept(log) as (here, store):
        assert rows(here) == rows(listed)
        for each, events in zip(games_of_store(store), games, strict=True):
            assert each.records in (tuple(events), (*events, Record(GameAbandoned())))
        assert run(log, file, exit_code=1)[0].startswith(f"Another Serviert has {log} open. Close it first, an")
    again = run(log, file)
    assert [line.partition(" is here already, as game ")[2] for line in again] == [*(f"{n}." for n in range(1, 8)), ""]


def test_what_the_eye_saw_comes_along_with_one_game_and_a_game_that_went_on_elsewhere_goes_on_here(tmp_path):
    before, log = given(tmp_path / "before", PUT_AWAY, has_readings=True), tmp_path / "log"
    before.write_text(before.read_text().replace("2026-", "1970-", 1))
    run(log, before, given(tmp_path / "after", (replace(SHORT[0], continues=9), *game(1)[1:])))
    with kept(log) as (listed, store):
        one, other = games_of_store(store)
        assert one.records == PUT_AWAY
        assert [each.written_utc for each in one.stored[:2]] == [None, NOW.isoformat()]  # no clock was ever so early
        assert (other.continues, [row["fate"] for row in rows(listed)]) == (1, ["over"])


class Killed(SqliteStore):
    """A log whose process dies right after some transactions."""

    saves_left = 1

    def append(self, *records: Record, times: Sequence[str | None] | None = None) -> None:
        if not self.saves_left:
            raise KeyboardInterrupt
        self.saves_left -= 1
        super().append(*records, times=times)


@pytest.mark.parametrize(("saves", "under_way"), [(0, SHORT), (1, SHORT), (2, SHORT), (2, game(3)), (2, PUT_AWAY)])
def test_the_game_under_way_goes_on_as_it_was_wherever_the_import_is_killed(tmp_path, saves, under_way):
    files = [given(tmp_path / f"{seed}", game(seed)[:9], game(seed + 1)[:9]) for seed in (4, 6)]
    with kept(tmp_path / "log", game(2)[:9], under_way) as (listed, store):
        was, there = [about(row)[1:] for row in rows(listed)], step.resume(state.SessionState(), store.current_game())
    with closing(Killed.open(tmp_path / "log")) as killed, suppress(KeyboardInterrupt):
        killed.saves_left = saves  # type: ignore[attr-defined]
        assert all(map(Importer(killed, len).take, files))  # type: ignore[arg-type]
    with kept(tmp_path / "log") as (listed, store):
        here, now = step.resume(state.SessionState(), store.current_game()), [about(row)[1:] for row in rows(listed)]
        assert (here.game, here.phase, here.reading) == (there.game, there.phase, there.reading)
        assert (now[0], now[-1], len(now)) == (was[0], was[-1], len(was) + 2 * saves)


PLAIN = "".join(f"{encode(record)}\n" for record in SHORT)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (PLAIN[:-9], "Line 9 of .* it is cut short, or of a newer Serviert. Fetch it anew"),
        *((PLAIN.replace(old, new, 1), sentence) for old, new, sentence in cases(__file__)["changed"]),
        (encode(SHORT[0]) + "\n" + encode(SHORT[3]), "The game from line 1 of .* is against the rules"),
        (PLAIN.partition("\n")[2], "The game from line 1 of .* is against the rules: the log opens with"),
        ("[" * 200_000, "Line 1 of .* is no event"),
        ("[" + " " * 20_000_000, "is too large for a game"),
        (b"%PDF-1.4\n\xff\xfe", "is no text"),
        (b"SQLite format 3\0", "Line 1 of .* is no event"),
    ],
)
def test_a_bad_game_is_refused_in_one_sentence_and_those_beside_it_are_taken_in(tmp_path, text, sentence):
    named = (Record(GameBegan(players=("<script>alert(1)</script>", "أحمد \u202eneB\u2028"), beginner=0)), *SHORT[1:3])
    good, bad, log = given(tmp_path / "good", named), tmp_path / "bad\x1b[31m", tmp_path / "log"
    bad.write_bytes(text if isinstance(text, bytes) else (text + "\n").encode() + good.read_bytes())
    said = run(log, bad, good, exit_code=1)
    assert re.search(sentence, said[0])
    assert all(line.isprintable() and len(line) <= 400 for line in said)
    with kept(log) as (_, store):
        assert [each.records[0] for each in games_of_store(store)] == [named[0]]  # once, and as names


def test_what_is_no_file_or_too_large_is_not_even_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "huge").open("wb") as huge:
        huge.truncate(LARGEST_BYTES + 1)
    (tmp_path / "empty").touch()
    for name in ("pipe", "huge", "empty", "/dev/zero", ".", "nowhere", "x" * 5000):
        (said, _) = run(tmp_path / "log", tmp_path / name, exit_code=1)
        assert re.search("is no file|is too large to hold|too long|holds no games", said)
