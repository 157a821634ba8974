"""The guard alone, without a server: each of its rules in a test that only this rule decides."""

from __future__ import annotations

from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from starlette.responses import PlainTextResponse
from starlette.types import Message, Scope

from firmware.display.guard import SAFE_HEADERS, Guard, is_from_here

pytestmark = pytest.mark.security

OWN = "127.0.0.1:8440"
HERE = ("127.0.0.1", 5000)


def asked(
    *headers: tuple[str, str], method: str = "GET", client: tuple[str, int] | None = HERE, needs_origin: bool = False
) -> tuple[int, dict[str, str]]:
    """Return status and headers of the guard's answer."""
    guard = Guard(PlainTextResponse("yes"), names=lambda _: (OWN,), is_welcome=is_from_here, needs_origin=needs_origin)
    raw = [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers]
    scope: Scope = {"type": "http", "method": method, "path": "/", "headers": raw, "client": client}
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    # In a thread of its own: in this one the browser's library keeps a loop running for the tests that share it.
    with start_blocking_portal() as portal:
        portal.call(guard, scope, receive, send)
    answered = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return int(sent[0]["status"]), answered


def test_the_own_page_is_answered_with_safe_headers() -> None:
    status, headers = asked(("host", OWN), ("origin", f"http://{OWN}"))
    assert status == 200
    assert headers.items() >= SAFE_HEADERS.items()
    assert headers["cache-control"] == "no-store"


def test_a_refusal_has_them_too() -> None:
    status, headers = asked(("host", "evil.example"))
    assert status == 403
    assert headers.items() >= SAFE_HEADERS.items()


@pytest.mark.parametrize(
    "client", [("192.168.1.9", 1), ("10.0.0.1", 1), ("fe80::1", 1), ("8.8.8.8", 1), ("rubbish", 1), None]
)
def test_whoever_is_not_on_this_machine_is_refused_whatever_is_said(client: Any) -> None:
    assert asked(("host", OWN), client=client)[0] == 403


@pytest.mark.parametrize("client", [("127.0.0.1", 1), ("127.8.9.1", 1), ("::1", 1)])
def test_whoever_is_on_this_machine_is_welcome(client: Any) -> None:
    assert asked(("host", OWN), client=client)[0] == 200


@settings(deadline=None)
@given(st.text(st.characters(max_codepoint=255), max_size=30))
def test_no_other_name_will_do(host: str) -> None:
    assume(host != OWN)
    assert asked(("host", host))[0] == 403


@settings(deadline=None)
@given(st.text(st.characters(max_codepoint=255), max_size=30))
def test_no_other_page_will_do(origin: str) -> None:
    assume(origin != f"http://{OWN}")
    assert asked(("host", OWN), ("origin", origin))[0] == 403


def test_names_and_pages_said_twice_are_refused() -> None:
    assert asked(("host", OWN), ("host", "evil.example"))[0] == 403
    assert asked(("host", OWN), ("host", OWN))[0] == 403
    assert asked(("host", OWN), ("origin", f"http://{OWN}"), ("origin", "http://evil.example"))[0] == 403


def test_no_name_at_all_is_refused() -> None:
    assert asked()[0] == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_picture_or_script_of_another_site_is_refused_and_a_link_is_followed(site: str) -> None:
    within = ("host", OWN), ("sec-fetch-site", site)
    assert asked(*within, ("sec-fetch-mode", "no-cors"))[0] == 403
    assert asked(*within)[0] == 403
    assert asked(*within, ("sec-fetch-mode", "navigate"))[0] == 200
    assert asked(*within, ("sec-fetch-mode", "navigate"), method="POST")[0] == 403


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_the_own_page_and_a_typed_address_are_answered(site: str) -> None:
    assert asked(("host", OWN), ("sec-fetch-site", site))[0] == 200


def test_where_posts_must_name_their_page_one_without_is_refused() -> None:
    assert asked(("host", OWN), method="POST", needs_origin=True)[0] == 403
    assert asked(("host", OWN), ("origin", f"http://{OWN}"), method="POST", needs_origin=True)[0] == 200
    assert asked(("host", OWN), method="POST")[0] == 200  # a program on this machine, such as a test
