"""What phones are served, and what they are refused, over real sockets on loopback addresses."""

import json
import re
from collections.abc import Callable
from contextlib import ExitStack, closing
from ipaddress import IPv4Interface
from itertools import product
from socket import gethostname
from typing import Any

import pytest

from firmware.display.controls import LARGEST_BODY
from firmware.display.view import view
from firmware.ports import Edge
from firmware.session.touches import NewGame, TakeBack
from firmware.share import limits, phone_app, server
from tests.firmware.display import served, test_server, wizard_scenes
from tests.firmware.display.moments import MOMENTS, moments
from tests.firmware.display.scenes import LESSONS, scene
from tests.firmware.share.sharing import Phone, SharedTable, sharing

pytestmark = pytest.mark.security

TOUCH = {"kind": "take-back"}


def device_hears(table: SharedTable) -> dict[str, Any]:
    with served.asked(table.address, "GET", "/events") as answer:
        return dict(next(served.pushes(answer))["view"]["share"])


def test_a_phone_follows_the_sheet_live(shared, phone):
    shared.show(scene("empty"))
    with phone.views() as views:
        assert next(views)["phase"] == "waiting"
        shared.show(scene("second"))
        view = next(views)
    assert "share" not in view
    assert shared.digits not in json.dumps(view["texts"])
    assert (view["phase"], view["access"], view["players"][0]["name"]) == ("read", "follow", "Elfriede")


PICTURES = ("/dice/3/1.jpg", "/looks/7/board.jpg", "/looks/7/2.jpg")
CUP = ("/simulated/cover", "/simulated/lift", "/simulated/peek", "/simulated/tap")
OF_THE_DEVICE = (*PICTURES, *CUP, "/board.jpg", "/share/end", "/share/renew", "/painted", "/latency", "/study", "/wifi")


def test_a_phone_that_follows_can_touch_nothing_and_none_gets_pictures_or_the_device_s_own_routes(shared, player):
    follower = Phone(shared)
    for path in ("/touch", "/edge", "/simulated/press"):
        for cookie in ("-", "serviert-control=x", "serviert-control="):
            assert follower.status("POST", path, TOUCH, cookie=cookie) == 401
    for path in OF_THE_DEVICE:
        assert follower.status("GET", path) == player.status("GET", path) == 404
        assert player.status("POST", path, {"number": 1}) == 404
    for path in (*test_server.OUTSIDE, "/static/page.css%00.jpg", "/static/" + "a" * 5000):
        assert follower.status("GET", path) in {403, 404}
    for path in PICTURES:
        assert test_server.got(shared, path)[1].startswith(b"\xff\xd8"), path
    assert shared.sent == []


def test_phones_see_the_analysis_of_the_game_they_followed_and_the_games_of_the_evening_not_too_often():
    analysis = served.Answers(of_game=[{"progress": "ready"}], evening="Heute", replays={1: {"steps": []}})
    with closing(sharing(analysis=analysis)) as table, Phone(table).asked("GET", "/analysis") as answer:
        assert json.loads(answer.read()) == {"progress": "ready"}
        with Phone(table).asked("GET", "/evening") as answer:
            assert json.loads(answer.read()) == {"said": "Heute"}
        with Phone(table).asked("GET", "/games") as answer:
            assert json.loads(answer.read()) == {"games": [], "has_more": False}
        assert Phone(table).status("GET", "/games/1") == 200
        for path in ("/study", "/games/2", "/games/1/throws/1.jpg"):
            assert Phone(table).status("GET", path) == 404
        assert 429 in [Phone(table).status("GET", "/games/1") for _ in range(phone_app.GAMES_EACH.most)]
        assert Phone(table, address="127.0.0.8").status("GET", "/games/1") == 200


def test_the_digits_of_the_device_let_a_phone_play_until_it_leaves(shared, player):
    assert player.status("POST", "/touch", {"kind": "new-game", "players": ["A", "B"]}) == 204
    assert player.status("POST", "/edge", {"is_down": True}) == 204
    assert [type(each) for each in shared.sent] == [NewGame, Edge]
    shared.sent.clear()
    for kind in ("open-dice", "forget-dice"):  # dice are taught at the device only
        assert player.status("POST", "/touch", {"kind": kind, "name": "x"}) == 400
    shared.show(scene("second"))
    assert player.status("POST", "/touch", {**TOUCH, "moment": "0.0"}) == 409  # the table has changed
    assert player.status("POST", "/control/leave", {}) == 204
    assert player.status("POST", "/touch", TOUCH) == 401
    assert Phone(shared).status("POST", "/control/leave", {}) == 204  # who does not play leaves nothing
    assert shared.sent == []


def test_a_phone_that_plays_throws_on_the_simulated_board():
    with closing(sharing(is_simulated=True)) as table:
        player = Phone(table)
        player.types(table.digits)
        assert (player.status("POST", "/simulated/press", {}), table.sent) == (204, [("press", None)])
        assert player.status("GET", "/board.jpg") == 404


def test_the_cookie_cannot_be_read_by_a_script_nor_sent_by_another_site(shared, phone):
    with phone.asked("POST", "/control", {"digits": shared.digits}) as answer:
        assert {"httponly", "samesite=strict", "path=/"} <= {*answer.headers["set-cookie"].lower().split("; ")}


def test_a_phone_that_is_ended_at_the_device_sees_at_once_that_it_only_follows(shared, player):
    shared.show(scene("second"))
    for body in ({"number": "1"}, {}, {"number": True}):
        assert test_server.post(shared, "/share/end", body) == 400
    with player.views() as views:
        view = next(views)
        assert (view["access"], "share" in view) == ("control", False)
        assert device_hears(shared)["controls"] == [1]
        assert test_server.post(shared, "/share/end", {"number": 1}) == 204
        assert next(views, None) is None  # the stream ends; the page asks again by itself
    with player.views() as views:
        assert next(views)["access"] == "follow"
    assert player.status("POST", "/touch", TOUCH) == 401
    assert (device_hears(shared)["controls"], shared.sent) == ([], [])


def test_while_dice_are_taught_or_the_device_is_set_up_a_phone_changes_nothing(shared, player):
    bodies = {"/touch": TOUCH, "/edge": {"is_down": True}, "/simulated/press": {}}
    for state in (*(make() for make in LESSONS.values()), wizard_scenes.WIZARDS["throw"]()):
        shared.show(state)
        assert {player.status("POST", path, body) for path, body in bodies.items()} == {409}
    assert shared.sent == []
    assert player.status("POST", "/edge", {"is_down": False}) == 204  # but a finger that was lifted is known of
    shared.show(scene("second"))
    assert player.status("POST", "/touch", TOUCH) == 204


FOREIGN_HOSTS = ("evil.example:{port}", "127.0.0.2:1", "127.0.0.1:{port}", "localhost:{port}")
FOREIGN_ORIGINS = ("http://evil.example", "null", "http://127.0.0.1:{port}", "https://127.0.0.2:{port}", "", "-")


REFUSED: list[tuple[str, str, object, dict[str, str], set[int]]] = [
    *(("GET", "/events", None, {"host": host}, {400, 403}) for host in FOREIGN_HOSTS),
    *(("POST", "/touch", TOUCH, {"host": host}, {400, 403}) for host in FOREIGN_HOSTS),
    *(("POST", "/touch", TOUCH, {"origin": origin}, {403}) for origin in FOREIGN_ORIGINS),
    *(("POST", "/control", {"digits": "0000"}, {"origin": origin}, {403}) for origin in FOREIGN_ORIGINS),
    *(("POST", "/control", body, {}, {400}) for body in ({}, {"digits": 1234}, {"digits": ["1"]}, b"[]", b"{")),
    *(("GET", path, b"x" * 100, {}, {413}) for path in ("/", "/events", "/static/page.css")),
    *((method, "/touch", None, {}, {400, 403, 404, 405}) for method in ("PUT", "OPTIONS", "TRACE", "CONNECT", "BREW")),
]


def test_what_no_page_of_ours_asks_is_refused_and_nothing_comes_of_it(shared, player):
    for method, path, body, headers, statuses in REFUSED:
        named = {name: value.format(port=shared.port) for name, value in headers.items()}
        assert player.status(method, path, body, **named) in statuses, (method, path, body, named)
    thief = Phone(shared, address="127.0.0.77", cookie=player.cookie)
    assert thief.status("POST", "/touch", TOUCH) == 401
    for claim in ("x_forwarded_for", "forwarded", "x_real_ip"):  # its cookie is worth nothing at another address
        assert thief.status("POST", "/touch", TOUCH, **{claim: player.address}) == 401
    assert shared.sent == []


def test_only_the_network_itself_is_answered():
    with closing(sharing(places=(IPv4Interface("127.0.0.2/30"),))) as narrow:
        assert Phone(narrow, address="127.0.0.1").status("GET", "/") == 200
        assert Phone(narrow, address="127.0.0.1").status("GET", "/", host=f"{gethostname()}.local:{narrow.port}") == 200
        with pytest.raises(OSError):  # noqa: PT011 - whichever way the system says that it was cut
            Phone(narrow, address="127.0.0.99").status("GET", "/")


def test_a_body_of_a_megabyte_is_refused_unread(shared, player):
    assert player.status("POST", "/touch", b"[" + b" " * LARGEST_BODY) == 413
    with player.asked("POST", "/touch", None, content_type="application/json", content_length="1000000") as answer:
        assert answer.status == 413
    assert (player.status("POST", "/touch", TOUCH), shared.sent) == (204, [TakeBack()])


def test_a_body_without_a_length_is_read_no_further_than_a_touch_goes(shared, player):
    with player.raw_post("Transfer-Encoding: chunked\r\n\r\n") as raw:
        raw.sendall(b"2000\r\n" + b" " * 0x2000 + b"\r\n1\r\n \r\n")
        assert raw.recv(64).startswith(b"HTTP/1.1 413")


def test_a_phone_has_a_few_seats_and_gets_them_back(shared, phone):
    shared.show(scene("empty"))
    for _ in range(3):
        with ExitStack() as open_pages:
            for _ in range(limits.MOST_SEATS_EACH):
                next(open_pages.enter_context(phone.views()))
            with phone.asked("GET", "/events") as answer:  # ends at once, and says why
                assert re.search('event: full\ndata: {.*"seats-taken": "Es schauen schon', answer.read().decode())
        wait_for(lambda: device_hears(shared)["phones"] == 0, shared)


def wait_for(is_so: Callable[[], bool], table: SharedTable) -> None:
    """Ask again until it is so: connections die a moment after they are closed."""
    for _ in range(100):
        table.phones.look()
        if is_so():
            return
    raise AssertionError("it did not become so")


@pytest.mark.parametrize("url", ["http://192.168.1.7:8450/", "http://10.255.255.254:65535/"])
def test_a_code_has_paper_around_it(url):
    code = server.qr_code(url)
    marks = re.findall(r"M(\d+) (\d+)\.5h(\d+)", str(code["path"]))
    columns, rows = zip(*(((int(x), int(x) + int(length)), int(y)) for x, y, length in marks), strict=True)
    paper = min(map(min, columns)), min(rows), code["size"] - max(map(max, columns)), code["size"] - 1 - max(rows)
    assert paper == (server.QUIET,) * 4


PROJECTIONS = {"follow": phone_app.follower_view, "control": phone_app.control_view}


OF_THE_TABLE = """game players rows cells columns notice throw result ending phase moment pot hidden cloth
dice_wanted"""
OF_WHO_PLAYS = "can button modes mode setup languages warnings decisions"


@pytest.mark.parametrize("family", MOMENTS)
def test_phones_are_shown_all_of_the_table_but_no_picture_and_no_dialog_of_the_device(family):
    for (name, state), simulated in product(moments(family), (False, True)):
        whole: Any = view(state, simulated=simulated)
        is_lent = whole["teaching"] is not None or whole["wizard"] is not None
        for access, shown in PROJECTIONS.items():
            phone: Any = shown(whole)
            assert not re.search(r"\.jpg|/looks/|/dice/|/survey/", json.dumps(phone)), name
            assert (phone["is_simulated"], phone["teaching"], phone["wizard"]) == (False, None, None)
            assert phone["access"] == access
            if access == "follow" or is_lent:
                assert not any(phone["can"].values()), name
                assert phone["can"].keys() == whole["can"].keys()
                assert not phone["button"]["is_shown"], name
                assert phone["modes"] == phone["languages"] == phone["warnings"] == phone["decisions"] == []
            parts = OF_THE_TABLE if access == "follow" or is_lent else f"{OF_THE_TABLE} {OF_WHO_PLAYS}"
            assert [part for part in parts.split() if phone.get(part) != whole.get(part)] == [], name


@pytest.mark.parametrize("access", PROJECTIONS)
def test_what_a_view_may_carry_one_day_is_not_shown_to_phones_unasked(access):
    whole = {**view(scene("second"), simulated=False), "share": {"digits": "1234"}, "secret": 1}
    whole["dice"] = [{**die, "crop": "data:image/jpeg;base64,"} for die in whole["dice"]]  # type: ignore[attr-defined]
    assert not re.search("1234|secret|base64", json.dumps(PROJECTIONS[access](whole)))
