"""The server: what it serves, to whom, and what it refuses."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from firmware.display.controls import LARGEST_BODY, ScreenButton
from firmware.display.view import view
from firmware.ports import Edge
from firmware.session.state import SessionState
from firmware.session.touches import TakeBack, TouchCell
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.display.scenes import Table, scene, serving

JSON = {"content-type": "application/json"}


@contextmanager
def asked(
    table: Table, method: str, path: str, body: object = None, **headers: str
) -> Iterator[http.client.HTTPResponse]:
    """Ask as any program on this machine can."""
    connection = http.client.HTTPConnection("127.0.0.1", table.server.port, timeout=5)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    connection.request(method, path, data, {**(JSON if data is not None else {}), **named})
    try:
        yield connection.getresponse()
    finally:
        connection.close()


def status(table: Table, method: str, path: str, body: object = None, **headers: str) -> int:
    with asked(table, method, path, body, **headers) as answer:
        answer.read()
        return answer.status


def complaint(table: Table, path: str, body: object, **headers: str) -> tuple[int, str]:
    with asked(table, "POST", path, body, **headers) as answer:
        return answer.status, str(json.loads(answer.read())["error"])


def pushes(answer: http.client.HTTPResponse) -> Iterator[dict[str, Any]]:
    """Yield the views of an event stream as they come."""
    for line in answer:
        if line.startswith(b"data: ") and len(line) > len(b"data: {}\n"):
            yield json.loads(line.removeprefix(b"data: "))


# ---- what is served


def test_the_page_names_its_build(table: Table) -> None:
    table.show(SessionState())
    with asked(table, "GET", "/") as answer:
        page = answer.read().decode()
    with asked(table, "GET", "/events") as answer:
        pushed = next(pushes(answer))
    assert f'<meta name="build" content="{pushed["build"]}">' in page


@pytest.mark.parametrize("path", ["/static/page.css", "/static/js/main.js", "/static/fonts/patrick-hand.woff2"])
def test_files_are_served_and_asked_about_anew(table: Table, path: str) -> None:
    with asked(table, "GET", path) as answer:
        assert answer.status == 200
        assert answer.headers["cache-control"] == "no-cache"
        answer.read()


@pytest.mark.parametrize(
    "path", ["/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py", "/static//etc/passwd"]
)
def test_no_path_leaves_the_static_files(table: Table, path: str) -> None:
    assert status(table, "GET", path) == 404


@pytest.mark.parametrize("path", ["/", "/static/page.css", "/dice/3/1.jpg", "/dice/3/9.jpg", "/nowhere", "/touch"])
def test_everything_is_served_with_a_policy_that_keeps_foreign_content_out(table: Table, path: str) -> None:
    with asked(table, "GET", path) as answer:
        answer.read()
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'; ")
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/dice/3/1.jpg", "/looks/7/board.jpg", "/looks/7/2.jpg", "/dice/3/9.jpg"])
def test_neither_game_nor_pictures_are_kept_by_the_browser(table: Table, path: str) -> None:
    with asked(table, "GET", path) as answer:
        answer.read()
        assert answer.headers["cache-control"] == "no-store"


def test_the_picture_of_a_die_is_a_jpeg(table: Table) -> None:
    with asked(table, "GET", "/dice/3/1.jpg") as answer:
        assert answer.read().startswith(b"\xff\xd8")


def test_a_picture_that_is_not_kept_is_not_found(table: Table) -> None:
    assert status(table, "GET", "/dice/3/9.jpg") == 404
    assert status(table, "GET", "/looks/100/board.jpg") == 404
    assert status(table, "GET", "/looks/100/2.jpg") == 404


@pytest.mark.parametrize("path", ["/looks/7/board.jpg", "/looks/7/2.jpg"])
def test_a_look_at_the_board_has_pictures(table: Table, path: str) -> None:
    with asked(table, "GET", path) as answer:
        assert answer.read().startswith(b"\xff\xd8")


# ---- push


def test_a_page_hears_the_newest_view_at_once_and_every_later_one(table: Table) -> None:
    table.show(scene("empty"))
    table.show(scene("second"))
    with asked(table, "GET", "/events") as answer:
        heard = pushes(answer)
        first = next(heard)
        table.show(scene("third"))
        second = next(heard)
    assert first["view"] == view(scene("second"), simulated=False)
    assert second["view"]["phase"] == "entering"
    assert second["version"] == first["version"] + 1


def test_a_view_that_says_nothing_new_is_not_pushed(table: Table) -> None:
    with asked(table, "GET", "/events") as answer:
        heard = pushes(answer)
        table.show(scene("empty"))
        first = next(heard)  # of views that come faster than a page reads, only the newest is sent
        table.show(scene("empty"))
        table.show(scene("second"))
        second = next(heard)
    assert [first["view"]["phase"], second["view"]["phase"]] == ["waiting", "read"]
    assert [first["version"], second["version"]] == [1, 2]


def test_every_page_hears_of_it(table: Table) -> None:
    with asked(table, "GET", "/events") as one, asked(table, "GET", "/events") as other:
        table.show(scene("empty"))
        assert next(pushes(one)) == next(pushes(other))


def test_the_server_stops_though_pages_listen() -> None:
    table = serving()
    with asked(table, "GET", "/events") as answer:
        table.server.close()
        assert answer.read() is not None  # the stream ends, it does not hang
    with pytest.raises(OSError):  # noqa: PT011 - whichever way the system says that nobody listens
        status(table, "GET", "/")


def test_closing_twice_does_nothing() -> None:
    table = serving()
    table.server.close()
    table.server.close()


# ---- touches


def test_a_touch_arrives_as_an_event(table: Table) -> None:
    assert status(table, "POST", "/touch", {"kind": "touch-cell", "category": "full", "column": 10}) == 204
    assert table.sent == [TouchCell(Cell(Category.FULL, 10))]


def test_a_bad_touch_is_refused_in_a_sentence_and_the_next_one_taken(table: Table) -> None:
    code, said = complaint(table, "/touch", {"kind": "touch-cell", "category": "full", "column": 11})
    assert (code, said) == (400, "column is 11; it must be a whole number from 1 to 10")
    assert status(table, "POST", "/touch", {"kind": "take-back"}) == 204
    assert table.sent == [TakeBack()]


def test_a_touch_aimed_at_a_table_that_has_changed_is_refused(table: Table) -> None:
    before = view(scene("empty"), simulated=False)["moment"]
    table.show(scene("empty"))
    assert status(table, "POST", "/touch", {"kind": "take-back", "moment": before}) == 204
    table.show(scene("second"))
    code, _ = complaint(table, "/touch", {"kind": "take-back", "moment": before})
    assert code == 409
    assert table.sent == [TakeBack()]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "must be JSON"),
        (b"{", "must be JSON"),
        (b"\xff\xfe", "must be JSON"),
        (b"[" * 4000, "must be JSON"),
        (b"[]", "must be an object"),
        (b'"take-back"', "must be an object"),
    ],
    ids=["nothing", "half", "not text", "too deep", "list", "text"],
)
def test_a_body_that_is_no_touch_is_refused(table: Table, body: bytes, said: str) -> None:
    code, answer = complaint(table, "/touch", body)
    assert code == 400
    assert said in answer
    assert table.sent == []


def test_a_body_that_is_too_long_is_refused_and_the_next_touch_taken(table: Table) -> None:
    code, answer = complaint(table, "/touch", b"{}" + b" " * LARGEST_BODY)
    assert (code, answer) == (413, f"got more than {LARGEST_BODY} bytes; no touch is that long")
    assert status(table, "POST", "/touch", {"kind": "take-back"}) == 204
    assert table.sent == [TakeBack()]


# ---- the button


def test_edges_of_the_screen_arrive_in_order_with_monotonic_times(table: Table) -> None:
    assert status(table, "POST", "/edge", {"is_down": True}) == 204
    assert status(table, "POST", "/edge", {"is_down": False}) == 204
    down, up = table.sent
    assert (down.is_down, up.is_down) == (True, False)
    assert down.at_ns <= up.at_ns


def test_an_edge_may_be_told_late(table: Table) -> None:
    status(table, "POST", "/edge", {"is_down": False})
    status(table, "POST", "/edge", {"is_down": True, "ago_ms": 1000})
    now, ago = table.sent
    assert ago.at_ns < now.at_ns


@pytest.mark.parametrize(
    "body", [{}, {"is_down": 1}, {"is_down": True, "ago_ms": -1}, {"is_down": True, "ago_ms": 1e9}]
)
def test_what_is_no_edge_is_refused(table: Table, body: dict[str, object]) -> None:
    assert complaint(table, "/edge", body)[0] == 400
    assert table.sent == []


def test_the_screen_button_passes_edges_to_its_listener_until_closed() -> None:
    heard: list[Edge] = []
    button = ScreenButton()
    button.report(Edge(is_down=True, at_ns=0))  # nobody listens yet
    button.listen(heard.append)
    button.report(Edge(is_down=True, at_ns=1))
    button.close()
    button.close()
    button.report(Edge(is_down=False, at_ns=2))
    assert heard == [Edge(is_down=True, at_ns=1)]


# ---- the simulated board

CUP = ["/simulated/cover", "/simulated/lift", "/simulated/peek"]


def test_a_tap_and_a_press_reach_the_simulated_board(simulated_table: Table) -> None:
    assert status(simulated_table, "POST", "/simulated/tap", {"x": 0.25, "y": 1}) == 204
    assert status(simulated_table, "POST", "/simulated/press", {}) == 204
    assert simulated_table.sent == [("tap", (0.25, 1.0)), ("press", None)]


@pytest.mark.parametrize("body", [{}, {"x": 0.5}, {"x": 1.01, "y": 0}, {"x": "0", "y": 0}, {"x": True, "y": 0}])
def test_a_tap_beside_the_picture_is_refused(simulated_table: Table, body: dict[str, object]) -> None:
    assert complaint(simulated_table, "/simulated/tap", body)[0] == 400
    assert simulated_table.sent == []


def test_not_a_number_is_no_place(simulated_table: Table) -> None:
    assert complaint(simulated_table, "/simulated/tap", b'{"x": NaN, "y": 0}')[0] == 400


def test_the_cup_of_the_simulated_board_is_put_down_lifted_and_looked_under(simulated_table: Table) -> None:
    assert status(simulated_table, "POST", "/simulated/cover", {}) == 204
    assert status(simulated_table, "POST", "/simulated/lift", {}) == 204
    assert simulated_table.sent == [("cover", None), ("lift", None)]
    with asked(simulated_table, "POST", "/simulated/peek", {}) as answer:
        assert json.loads(answer.read()) == {"faces": ["nine", "ace"]}


@pytest.mark.parametrize("path", CUP)
def test_nobody_from_elsewhere_and_no_link_looks_under_the_cup(simulated_table: Table, path: str) -> None:
    assert status(simulated_table, "GET", path) == 405
    assert status(simulated_table, "POST", path, {}, origin="http://evil.example") == 403
    assert status(simulated_table, "POST", path, {}, host="evil.example") == 403
    assert simulated_table.sent == []


@pytest.mark.parametrize("path", ["/simulated/tap", "/simulated/press", *CUP])
def test_with_a_camera_there_is_no_simulated_board(table: Table, path: str) -> None:
    code, said = complaint(table, path, {"x": 0, "y": 0})
    assert code == 400
    assert "no simulated board" in said


def test_a_board_that_has_not_changed_is_not_sent_again(simulated_table: Table) -> None:
    with asked(simulated_table, "GET", "/board.jpg") as answer:
        tag = answer.headers["etag"]
        assert answer.read().startswith(b"\xff\xd8")
    assert status(simulated_table, "GET", "/board.jpg", if_none_match=tag) == 204


# ---- who may ask


@pytest.mark.parametrize("host", ["evil.example:{port}", "127.0.0.1", "localhost.:{port}"])
def test_a_foreign_name_for_this_machine_is_refused(table: Table, host: str) -> None:
    host = host.format(port=table.server.port)
    assert status(table, "GET", "/events", host=host) == 403
    assert status(table, "POST", "/touch", {"kind": "take-back"}, host=host) == 403
    assert table.sent == []


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_the_machine_s_own_names_are_welcome(table: Table, name: str) -> None:
    host = f"{name}:{table.server.port}"
    assert status(table, "POST", "/touch", {"kind": "take-back"}, host=host, origin=f"http://{host}") == 204


@pytest.mark.parametrize("origin", ["null", "http://127.0.0.1", "https://127.0.0.1:{port}"])
def test_a_foreign_page_is_refused(table: Table, origin: str) -> None:
    origin = origin.format(port=table.server.port)
    assert status(table, "POST", "/touch", {"kind": "take-back"}, origin=origin) == 403
    assert table.sent == []


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_a_form_could_send_is_refused(table: Table, kind: str) -> None:
    code, said = complaint(table, "/touch", {"kind": "take-back"}, content_type=kind)
    assert code == 400
    assert "application/json" in said
    assert table.sent == []


def test_without_an_analyst_there_is_neither_analysis_nor_study(table: Table) -> None:
    for path in ("/analysis", "/study"):
        with asked(table, "GET", path) as answer:
            assert json.loads(answer.read()) == {"progress": "none"}


# ---- how long an answer took


def answers(table: Table) -> list[dict[str, Any]]:
    with asked(table, "GET", "/latency") as answer:
        assert answer.status == 200
        return list(json.loads(answer.read())["answers"])


def test_the_times_of_answers_are_told_and_the_page_adds_its_own(table: Table) -> None:
    assert answers(table) == []
    table.answer(number=4)
    assert list(answers(table)[0]["spent"])[-1] == "store"
    assert status(table, "POST", "/painted", {"number": 4, "paint_ms": 0.25}) == 204
    (answer,) = answers(table)
    assert list(answer["spent"])[-2:] == ["push", "paint"]
    assert answer["spent"]["paint"][0] == 250_000


def test_what_was_painted_late_or_for_another_answer_changes_nothing(table: Table) -> None:
    table.answer(number=4)
    before = answers(table)
    assert status(table, "POST", "/painted", {"number": 3, "paint_ms": 1}) == 204
    assert answers(table) == before


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"paint_ms": 1}, "number is None"),
        ({"number": True, "paint_ms": 1}, "number is True"),
        ({"number": "4", "paint_ms": 1}, "number is '4'"),
        ({"number": 4}, "paint_ms is None"),
        ({"number": 4, "paint_ms": -1}, "paint_ms is -1"),
        ({"number": 4, "paint_ms": 60_001}, "paint_ms is 60001"),
        ({"number": 4, "paint_ms": False}, "paint_ms is False"),
        ({"number": 4, "paint_ms": float("nan")}, "paint_ms is nan"),
    ],
)
def test_a_page_that_says_nonsense_of_its_painting_is_told_so(table: Table, body: dict[str, object], said: str) -> None:
    code, sentence = complaint(table, "/painted", body)
    assert code == 400
    assert said in sentence
