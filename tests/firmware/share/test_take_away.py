"""Games that are taken along: to a phone by a link that nobody guesses, and onto a stick."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from firmware.analysis.game_files import Importer
from firmware.display import messages, paged_analyst, take_away
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.printing.sheets import game_pdf
from firmware.session.state import SessionState
from firmware.share.server import qr_code
from scoring.events import GameAbandoned
from scoring.strategy.baselines import ColumnNormal
from tests.firmware.analysis.played import game
from tests.firmware.display import looks, served, test_kept
from tests.firmware.display.games.scenes import begun
from tests.firmware.log.conftest import fill_up, lockable_disk, set_read_only, small_disk
from tests.firmware.share.sharing import Phone, SharedTable, sharing
from tests.hardware.paper.printed import text

__all__ = ["lockable_disk", "small_disk"]

GAMES = (game(1, names=('Zoë"; rm', "../أحمد")), (*game(2)[:9], Record(GameAbandoned())), begun().state.records)
"""One is over, one put away, and the cup stands on the dice of the one that runs."""


@contextmanager
def shown(folder: Path) -> Iterator[tuple[SharedTable, paged_analyst.PagedAnalyst]]:
    with test_kept.kept(folder / "log", *GAMES) as (_, store), ExitStack() as opened:
        analyst = opened.enter_context(closing(paged_analyst.PagedAnalyst(ColumnNormal, store, game_pdf)))
        yield opened.enter_context(closing(sharing(analysis=analyst))), analyst


def offered(table: SharedTable, number: int | None, **more: object) -> dict[str, Any]:
    with served.asked(table.address, "POST", "/take-away", {"number": number, **more}) as answer:
        return dict(json.loads(answer.read()))


def paths(table: SharedTable, number: int | None) -> dict[str, str]:
    links = offered(table, number)["links"]
    assert all(link["qr"] == qr_code(link["url"]) for link in links.values())
    return {kind: urlsplit(link["url"]).path for kind, link in links.items()}


def fetched(table: SharedTable, path: str) -> tuple[int, str, str, bytes]:
    with Phone(table).asked("GET", path) as answer:
        kind, name = (answer.headers.get(each, "") for each in ("content-type", "content-disposition"))
        return answer.status, kind, name.removeprefix("attachment; filename="), answer.read()


@pytest.mark.security
def test_a_phone_fetches_sheet_and_file_of_a_game_or_all_in_one_and_they_are_the_games(tmp_path):
    with shown(tmp_path) as (table, _):
        one, every = paths(table, 1), paths(table, None)
        *told, pdf = fetched(table, one["sheet"])
        assert told == [200, "application/pdf", '"serviert-1-zoe-rm.pdf"']
        assert "gewinnt" in text(pdf)
        for path, file, count in ((one["file"], "serviert-1-zoe-rm", 1), (every["all"], "serviert-games", 2)):
            *told, lines = fetched(table, path)
            assert told == [200, "application/x-ndjson", f'"{file}.jsonl"']
            (tmp_path / "file").write_bytes(lines)
            said: list[str] = []
            with closing(SqliteStore.open(tmp_path / f"other-{count}")) as store:
                assert Importer(store, said.append).take(tmp_path / "file")
            assert said == [f"Games taken in from {tmp_path / 'file'}: {count}."]  # without the one that runs


@pytest.mark.security
def test_a_link_ends_after_ten_minutes_gives_only_what_was_offered_and_cannot_be_guessed_or_posted_to(tmp_path):
    with shown(tmp_path) as (table, analyst):
        one, other, running = (paths(table, number) for number in (1, 2, 3))
        token = one["sheet"].split("/")[2]
        assert (len(token), token in other["sheet"]) == (22, False)
        guessed = (f"/take/{each}/sheet" for each in (token[:-1], token.swapcase(), "", "1", "%C3%A4"))
        foreign = (f"/take/{token}/{kind}" for kind in ("all", "x", "%2e%2e"))
        for path in (*foreign, *guessed, *running.values(), paths(table, 9)["file"]):
            assert fetched(table, path)[0] == 404
        assert fetched(table, running["file"])[3].decode() == messages.catalogue("de").text("take.over")
        assert {Phone(table).status(method, one["sheet"], {}) for method in ("POST", "PUT", "DELETE")} == {405}
        assert Phone(table).status("POST", "/take-away", {"number": 1}) == 404  # phones offer nothing
        now_ns = analyst.take_away.clock_ns()
        for later_ns, status in ((take_away.LASTS_NS - 10**9, 200), (take_away.LASTS_NS + 10**10, 404)):
            analyst.take_away.clock_ns = lambda later_ns=later_ns: now_ns + later_ns
            assert fetched(table, other["file"])[0] == status


def test_a_game_is_written_onto_the_stick_whole_or_it_is_said_why_not(tmp_path, small_disk, lockable_disk):
    words = messages.catalogue("de")
    with shown(tmp_path) as (table, analyst):
        assert not offered(table, 2)["has_stick"]
        assert offered(table, 2, to_stick=True) == {"said": words.text("take.stick-gone")}
        analyst.take_away.folders = lambda: (lockable_disk, tmp_path)
        for name in ("serviert-2-anna-ben{}", "serviert-2-anna-ben-2{}"):  # nothing that lies there is written over
            names = ", ".join(map(name.format, (".pdf", ".jsonl")))
            assert offered(table, 2, to_stick=True) == {"said": words.text("take.on-stick", files=names)}
        assert "serviert-games.jsonl" in offered(table, None, to_stick=True)["said"]
        assert offered(table, 3, to_stick=True) == {}  # it runs
        set_read_only(lockable_disk, is_read_only=True)
        assert offered(table, 2, to_stick=True) == {"said": words.text("take.stick-read-only")}
        analyst.take_away.folders = lambda: (small_disk,)
        ballast = fill_up(small_disk)
        assert offered(table, 2, to_stick=True) == {"said": words.text("take.stick-full")}
        assert list(small_disk.iterdir()) == [ballast]


@pytest.mark.browser
@pytest.mark.parametrize(("size", "language"), looks.LOOKS)
def test_what_is_to_be_taken_along_fits_every_screen(tmp_path, open_url, size, language):
    words = served.words_of(language)
    with shown(tmp_path) as (table, analyst):
        analyst.take_away.folders = lambda: (tmp_path,)
        table.show(SessionState(language=language))
        page = open_url(table.server.url, looks.SIZES[size])
        page.get_by_role("button", name=words.text("ui.study")).tap()
        page.locator("button.kept-told").first.tap()
        expect(page.locator("header .action")).to_have_count(1)  # one that runs is not taken along
        page.locator(".back-to-games").tap()
        page.locator("button.kept-told").last.tap()
        with page.expect_response("**/take-away") as answer:
            page.locator("header .take-away").tap()
        page.get_by_role("button", name=words.text("ui.take-file")).tap()
        expect(page.locator(".qr path")).to_have_attribute("d", answer.value.json()["links"]["file"]["qr"]["path"])
        page.get_by_role("button", name=words.text("ui.take-stick")).tap()
        expect(page.locator(".take-stick p")).to_contain_text("jsonl")
        assert looks.faults(page, scrolls=True) == {}
        table.places = ()
        table.phones.look()
        page.locator(".back-to-games").tap()
        page.get_by_role("button", name=words.text("ui.take-all")).tap()
        expect(page.locator(".take-away")).to_contain_text(words.text("ui.take-no-phone"))
