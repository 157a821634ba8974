"""Play as the page does, from inside the tested system, with nothing but Python's own: ``page.py ADDRESS begin``.

``begin`` starts a game, ``turn ROW`` types a throw and enters it there, and both print what is on the sheet, as does
``sheet``. ``warnings`` prints how many are shown, ``wizard`` 0 while it is closed, ``about`` what is said of updates;
``touch KIND`` is any touch without fields, ``update`` begins an update, and ``join NAME PASSWORD`` joins a Wi-Fi.
"""

import json
import sys
import time
import urllib.request
from typing import Any

THROWN = ("ace", "ace", "ace", "king", "nine")
PATIENCE_S = 120.0


def view(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{address}events", timeout=PATIENCE_S) as events:
        for line in events:
            if line.startswith(b"data: ") and len(line) > 20:
                message = json.loads(line.removeprefix(b"data: "))
                return dict(message.get("view", message))
    raise SystemExit("the page was sent nothing")


def touch(address: str, kind: str, **fields: object) -> None:
    post(f"{address}touch", kind=kind, **fields)


def post(url: str, **fields: object) -> bytes:
    request = urllib.request.Request(url, json.dumps(fields).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        return bytes(answer.read())


def told(url: str) -> dict[str, Any]:
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
        return dict(json.load(answer))


def until_phase(address: str, *phases: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while (now := view(address))["phase"] not in phases:
        if time.monotonic() > deadline:
            raise SystemExit(f"{now['phase']}, not {phases}: {now['notice']}")
        time.sleep(0.1)


def turn(address: str, row: str) -> None:
    """Play a turn: the same throw, entered in the first column of a row."""
    until_phase(address, "waiting", "corrected")
    touch(address, "throw-by-hand")
    until_phase(address, "asking")
    for index, face in enumerate(THROWN):
        touch(address, "correct-die", index=index, face=face)
    touch(address, "accept-reading")
    until_phase(address, "read")
    touch(address, "touch-cell", category=row, column=1)
    until_phase(address, "waiting", "corrected")


def sheet(address: str) -> str:
    now = view(address)
    entered = [
        (row["category"], column["column"], entry["points"])
        for row, cells in zip(now["rows"], now["cells"], strict=True)
        for column, pair in zip(now["columns"], cells, strict=True)
        for entry in pair
        if entry
    ]
    return f"{[player['name'] for player in now['players']]} {entered}"


def joined(address: str, name: str, password: str) -> str:
    found: dict[str, str] = {}
    while name not in found:
        found = {each["name"]: each["id"] for each in told(f"{address}wifi?anew=yes").get("networks", ())}
    return post(f"{address}wifi", id=found[name], password=password).decode()


def answer(address: str, *command: str) -> str:
    match command:
        case ("warnings" | "wizard" as part,):
            return str(len(view(address)[part] or ()))
        case ("touch", kind):
            touch(address, kind)
        case ("about",):
            return str(told(f"{address}about")["update"])
        case ("update",):
            post(f"{address}update")
        case ("join", name, password):
            return joined(address, name, password)
        case ("begin",):
            touch(address, "new-game", players=["Anna", "Ben"], beginner=0)
            turn(address, "aces")
        case ("turn", row):
            turn(address, row)
    return sheet(address)


if __name__ == "__main__":
    print(answer(*sys.argv[1:]))
