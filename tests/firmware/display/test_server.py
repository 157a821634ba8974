"""The server: what it serves, to whom, what it refuses, and where."""

import json
import re
import socket
from contextlib import closing
from typing import Any
from urllib.parse import quote

import pytest

from firmware.display import app, controls
from firmware.display.files import STATIC
from firmware.display.server import DisplayServer, listening
from firmware.display.view import view
from firmware.errors import DisplayError
from firmware.session.touches import TakeBack, TouchCell
from scoring.sheets import category, sheet
from tests.firmware.display.scenes import scene
from tests.firmware.display.served import Answers, Pictures, Table, asked, pushes, serving

TAKE_BACK = {"kind": "take-back"}


def got(table: Table, path: str, **headers: str) -> tuple[int, bytes, Any]:
    with asked(table.address, "GET", path, **headers) as answer:
        return answer.status, answer.read(), answer.headers


def post(table: Table, path: str, body: object, **headers: str) -> int:
    with asked(table.address, "POST", path, body, **headers) as answer:
        answer.read()
        return answer.status


def complaint(table: Table, path: str, body: object, **headers: str) -> tuple[int, str]:
    with asked(table.address, "POST", path, body, **headers) as answer:
        return answer.status, str(json.loads(answer.read())["error"])


def test_the_first_load_is_small_and_few_files(table):
    paths = re.findall(r'(?:href|src)="(/.+?)"', got(table, PAGE)[1].decode())
    assert sum(len(got(table, path, accept_encoding="gzip")[1]) for path in (PAGE, *paths)) < 120_000
    assert len(paths) <= 4
    style, script = (got(table, f"/static/one.{kind}")[1] for kind in ("css", "js"))
    for file in STATIC.rglob("*.js"):  # each once, with all that it does; the page's own tests see that it does
        assert script.decode().count(max(re.findall(r"^ +[^ /].*", file.read_text("utf-8"), re.M), key=len)) == 1, file
    assert not re.search(rb"^(import|export|@import)\b|^ *(//|/\*)", script + style, re.MULTILINE)


PAGE, FILES = "/", ("/static/page.css", "/static/js/main.js", "/static/fonts/patrick-hand.woff2")
KEPT = ("/dice/3/1.jpg", "/dice/3/board.jpg", "/dice/3/film/2.jpg", "/looks/7/board.jpg", "/looks/7/2.jpg")
GONE = ("/dice/3/9.jpg", "/dice/3/film/3.jpg", "/looks/100/board.jpg", "/looks/100/2.jpg")
OUTSIDE = ("/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py", "/static//etc/passwd")


def test_everything_is_served_with_a_policy_that_keeps_foreign_content_out(table):
    found = {path: got(table, path) for path in (PAGE, *FILES, *KEPT, *GONE, *OUTSIDE, "/nowhere", "/touch")}
    for _, _, headers in found.values():
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'; ")
        assert "unsafe" not in headers["content-security-policy"]
        assert "frame-ancestors 'self'" in headers["content-security-policy"]
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
        assert "server" not in headers
    assert {path for path, (status, *_) in found.items() if status == 200} == {PAGE, *FILES, *KEPT}
    assert {path: found[path][0] for path in (*GONE, *OUTSIDE)} == dict.fromkeys((*GONE, *OUTSIDE), 404)
    assert {path for path, (*_, headers) in found.items() if headers["cache-control"] == "no-cache"} == set(FILES)
    for path in KEPT:  # neither game nor pictures are kept by the browser
        assert found[path][1].startswith(b"\xff\xd8")
    for path in (PAGE, *KEPT, *GONE):
        assert found[path][2]["cache-control"] == "no-store"
    assert got(table, f"/games/{'9' * 5000}")[0] == 403
    for path in ("/analysis", "/study"):
        assert json.loads(got(table, path)[1]) == {"progress": "none"}
    assert got(table, "/games/7")[0] == 404
    assert got(table, "/games/5/throws/7.jpg")[1].startswith(b"\xff\xd8")
    missing = "/games/5/throws/9.jpg"
    assert json.loads(got(table, missing)[1]) == {"error": f"no picture is kept at {missing}"}
    assert json.loads(got(table, "/games?most=9")[1]) == {"games": [], "has_more": False}
    for most in ("", "?most=-1", "?most=viele", "?most=99999", "?most=²"):
        assert got(table, f"/games{quote(most, safe='?=')}")[0] == 400


def test_every_page_hears_the_newest_view_at_once_and_every_later_one(table):
    table.show(scene("empty"))
    table.show(scene("second"))
    with asked(table.address, "GET", "/events") as answer, asked(table.address, "GET", "/events") as other:
        heard = pushes(answer)
        first = next(heard)
        assert first == next(pushes(other))
        table.show(scene("second"))  # says nothing new
        table.show(scene("third"))
        second = next(heard)
    assert first["view"] == view(scene("second"), simulated=False)
    assert (second["view"]["phase"], second["version"]) == ("entering", first["version"] + 1)
    assert f'<meta name="build" content="{first["build"]}">' in got(table, "/")[1].decode()


def test_the_server_stops_though_pages_listen_and_its_port_can_be_taken_again_at_once():
    table = serving()
    port = table.server.port
    with asked(table.address, "GET", "/events") as answer:
        table.server.close()
        assert answer.read() is not None  # the stream ends, it does not hang
    table.server.close()
    with pytest.raises(OSError):  # noqa: PT011 - whichever way the system says that nobody listens
        got(table, "/")
    again = display(port)
    again.start()
    again.close()


def test_a_touch_arrives_and_one_aimed_at_a_table_that_has_changed_is_refused(table):
    assert post(table, "/touch", {"kind": "touch-cell", "category": "full", "column": 10}) == 204
    moment = view(scene("empty"), simulated=False)["moment"]
    for name, status in (("empty", 204), ("second", 409)):
        table.show(scene(name))
        assert post(table, "/touch", {**TAKE_BACK, "moment": moment}) == status
    assert table.sent == [TouchCell(sheet.Cell(category.Category.FULL, 10)), TakeBack()]
    table.sent.clear()
    for body in ({"is_down": True}, {"is_down": False}, {"is_down": True, "ago_ms": 1000}):
        assert post(table, "/edge", body) == 204
    down, up, ago = table.sent  # with monotonic times, and it may be told late
    assert (down.is_down, up.is_down, ago.is_down) == (True, False, True)
    assert ago.at_ns < down.at_ns <= up.at_ns


FORMS = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "")
CUP = ("/simulated/cover", "/simulated/lift", "/simulated/peek")
TOO_LONG = f"got more than {controls.LARGEST_BODY} bytes; no touch is that long"


def test_what_is_no_touch_is_refused_in_a_sentence_and_the_next_one_taken(table):
    bodies: list[tuple[object, int, str]] = [
        *((body, 400, "must be JSON") for body in (b"", b"{", b"\xff\xfe", b"[" * 4000)),
        *((body, 400, "must be an object") for body in (b"[]", b'"take-back"')),
        ({"kind": "touch-cell", "category": "full", "column": 11}, 400, "column is 11; it must be a whole number"),
        (b"{}" + b" " * controls.LARGEST_BODY, 413, TOO_LONG),
    ]
    for body, status, said in bodies:
        code, sentence = complaint(table, "/touch", body)
        assert (code, said in sentence) == (status, True), sentence
    for kind in FORMS:  # what a form could send
        code, sentence = complaint(table, "/touch", TAKE_BACK, content_type=kind)
        assert (code, "application/json" in sentence) == (400, True)
    for body in ({}, {"is_down": 1}, {"is_down": True, "ago_ms": -1}, {"is_down": True, "ago_ms": 1e9}):
        assert complaint(table, "/edge", body)[0] == 400
    for path in ("/simulated/tap", "/simulated/press", *CUP):
        code, sentence = complaint(table, path, {"x": 0, "y": 0})
        assert (code, "no simulated board" in sentence) == (400, True)
    assert (post(table, "/touch", TAKE_BACK), table.sent) == (204, [TakeBack()])


def test_the_simulated_board_is_tapped_pressed_covered_and_looked_at(serve):
    table = serve(is_simulated=True)
    for body in ({}, {"x": 0.5}, {"x": 1.01, "y": 0}, {"x": "0", "y": 0}, {"x": True, "y": 0}, b'{"x": NaN, "y": 0}'):
        assert complaint(table, "/simulated/tap", body)[0] == 400
    for path in CUP:  # no link looks under the cup, nor does anybody from elsewhere: the guard stands before all
        assert got(table, path)[0] == 405
    assert table.sent == []
    assert post(table, "/simulated/tap", {"x": 0.25, "y": 1}) == 200
    assert got(table, "/simulated/held")[1] == b'{"held":[[0.3,0.4]]}'
    assert [post(table, path, {}) for path in ("/simulated/press", *CUP[:2])] == [204] * 3
    assert table.sent == [("tap", (0.25, 1.0)), ("press", None), ("cover", None), ("lift", None)]
    with asked(table.address, "POST", CUP[2], {}) as answer:
        assert json.loads(answer.read()) == {"faces": ["nine", "ace"]}
    _, picture, headers = got(table, "/board.jpg")
    assert picture.startswith(b"\xff\xd8")
    assert got(table, "/board.jpg", if_none_match=headers["etag"])[0] == 204  # it has not changed


def test_only_the_own_page_may_ask_and_only_under_the_machine_s_own_names(table):
    port = table.server.port
    for host in (f"evil.example:{port}", "127.0.0.1", f"localhost.:{port}"):
        assert (got(table, "/events", host=host)[0], post(table, "/touch", TAKE_BACK, host=host)) == (403, 403)
    for origin in ("null", "http://127.0.0.1", f"https://127.0.0.1:{port}"):
        assert post(table, "/touch", TAKE_BACK, origin=origin) == 403
    assert table.sent == []
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"):
        assert post(table, "/touch", TAKE_BACK, host=host, origin=f"http://{host}") == 204


def answers(table: Table) -> list[dict[str, Any]]:
    return list(json.loads(got(table, "/latency")[1])["answers"])


def test_the_times_of_answers_are_told_and_the_page_adds_its_own(table):
    assert answers(table) == []
    table.answer(number=4)
    before = answers(table)
    assert list(before[0]["spent"])[-1] == "store"
    nonsense = {"number": (None, True, "4"), "paint_ms": (None, -1, 60_001, False, float("nan"))}
    for name, values in nonsense.items():
        for value in values:
            code, sentence = complaint(table, "/painted", {"number": 4, "paint_ms": 1, name: value})
            assert (code, sentence.startswith(f"{name} is {value!r}")) == (400, True)
    assert post(table, "/painted", {"number": 3, "paint_ms": 1}) == 204  # of another answer
    assert answers(table) == before
    assert post(table, "/painted", {"number": 4, "paint_ms": 0.25}) == 204
    (answer,) = answers(table)
    assert (list(answer["spent"])[-2:], answer["spent"]["paint"]) == (["push", "paint"], 250_000)


def display(port: int, host: str = "127.0.0.1") -> DisplayServer:
    return DisplayServer(host, port, app.DevicePorts(touch=print, edge=print, pictures=Pictures(), analysis=Answers()))


def test_a_port_that_cannot_be_had_is_told_in_a_sentence_and_the_next_free_one_taken(table):
    port = table.server.port
    with pytest.raises(DisplayError, match=rf"port {port}.*running already.*another port"):
        display(port).start()
    with pytest.raises(DisplayError, match="port 70000"):
        display(70000).start()
    with socket.socket() as neighbour:
        neighbour.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            neighbour.bind(("127.0.0.1", port + 1))
        except OSError:
            pytest.skip("the neighbouring port is somebody else's")
        neighbour.listen()
        with pytest.raises(DisplayError, match=f"ports {port}–{port + 1}"):
            display(port).start(spare_ports=1)
    other = display(port)
    try:
        assert other.start(spare_ports=50) == f"http://127.0.0.1:{other.port}/"
        assert port < other.port <= port + 50
    finally:
        other.close()


def test_the_page_is_never_served_to_other_machines():
    for host in ("0.0.0.0", "::", "192.168.1.7", "serviert.local"):
        with pytest.raises(DisplayError, match="only this machine"):
            display(8451, host)


def test_an_answer_does_not_wait_until_its_first_part_was_acknowledged():
    """Nagle's algorithm costs 40 ms an answer; asyncio turns it off where it finds the protocol named."""
    opened = listening("127.0.0.1", 0)
    with closing(opened):
        assert opened.proto == socket.IPPROTO_TCP
