"""The guard alone, without a server, each of its rules in a test that only this rule decides; and the files served."""

import re
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from starlette.responses import PlainTextResponse
from starlette.types import Message, Scope

from firmware.display.files import STATIC, PageFiles, build_id
from firmware.display.guard import SAFE_HEADERS, Guard, is_from_here

pytestmark = pytest.mark.security

OWN = "127.0.0.1:8440"
HOST, PAGE = ("host", OWN), ("origin", f"http://{OWN}")


def answered(
    *headers: tuple[str, str], method: str = "GET", client: Any = ("127.0.0.1", 5000), needs_origin: bool = False
) -> tuple[int, dict[str, str]]:
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
    return int(sent[0]["status"]), {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def asked(*headers: tuple[str, str], **how: Any) -> int:
    return answered(*headers, **how)[0]


def test_the_own_page_is_answered_with_safe_headers_and_a_refusal_has_them_too():
    for asking, expected in (((HOST, PAGE), 200), ((("host", "evil.example"),), 403)):
        status, headers = answered(*asking)
        assert status == expected
        assert headers.items() >= {**SAFE_HEADERS, "cache-control": "no-store"}.items()


def test_whoever_is_not_on_this_machine_is_refused_whatever_is_said():
    for address in ("192.168.1.9", "fe80::1", "8.8.8.8", "rubbish", None):
        assert asked(HOST, client=address and (address, 1)) == 403
    for address in ("127.8.9.1", "::1"):
        assert asked(HOST, client=(address, 1)) == 200


def test_other_names_and_pages_are_refused_and_those_said_twice_or_not_at_all():
    other, evil = ("host", "evil.example"), ("origin", "http://evil.example")
    for headers in ((), (other,), (HOST, other), (HOST, HOST), (HOST, evil), (HOST, PAGE, evil)):
        assert asked(*headers) == 403
    assert asked(HOST, method="POST", needs_origin=True) == 403
    assert asked(HOST, PAGE, method="POST", needs_origin=True) == 200
    assert asked(HOST, method="POST") == 200  # a program on this machine, such as a test


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_picture_or_script_of_another_site_is_refused_and_a_link_is_followed(site):
    within = HOST, ("sec-fetch-site", site)
    assert (asked(*within, ("sec-fetch-mode", "no-cors")), asked(*within)) == (403, 403)
    assert asked(*within, ("sec-fetch-mode", "navigate")) == 200
    assert asked(*within, ("sec-fetch-mode", "navigate"), method="POST") == 403
    for own in ("same-origin", "none"):  # the own page and a typed address
        assert asked(HOST, ("sec-fetch-site", own)) == 200


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file, and beside it what nobody may see."""
    root, secret = tmp_path / "static", tmp_path / "secret" / "key"
    for path, text in ((root / "js" / "main.js", "1"), (secret, "hush"), (root / "index.html", "b")):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (root / "link").symlink_to(secret)
    (root / "inward").symlink_to(root / "js" / "main.js")
    (root / "folder").symlink_to(tmp_path / "secret")
    return root


def test_only_files_that_lay_in_the_folder_at_the_start_are_found(folder):
    files = PageFiles(folder)
    path, state = files.lookup_path("js/main.js")
    assert (Path(path), state is None) == (folder / "js" / "main.js", False)
    (folder / "later").symlink_to(folder.parent / "secret" / "key")
    (folder / "js" / "main.js").unlink()
    not_listed = ["link", "inward", "folder/key", "../secret/key", "js/../../secret/key", "js", "", ".", "/etc/passwd"]
    for name in (*not_listed, "js/main.js\0", "later", "js/main.js"):
        assert files.lookup_path(name) == ("", None), name


def test_another_file_makes_another_build(folder):
    before = build_id(folder)
    assert build_id(folder) == before
    (folder / "js" / "main.js").write_text("2", encoding="utf-8")
    assert build_id(folder) != before


def test_the_page_s_scripts_import_each_other_in_no_circle():
    scripts = [script.resolve() for script in STATIC.rglob("*.js")]
    named = {script: re.findall(r'from "(\..*?)"', script.read_text("utf-8")) for script in scripts}
    imports = {script: {(script.parent / name).resolve() for name in names} for script, names in named.items()}
    assert set(TopologicalSorter(imports).static_order()) == set(scripts)
