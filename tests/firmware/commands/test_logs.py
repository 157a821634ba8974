from __future__ import annotations

import io
import logging
import re
from pathlib import Path

from firmware.commands.logs import set_up_logging


def logged(path: Path, *, is_journal: bool) -> list[str]:
    with path.open("w", encoding="utf-8") as stream:
        identity = f"{path.stat().st_dev}:{path.stat().st_ino}"
        for _ in range(2):  # setting up again does not log twice
            set_up_logging(stream=stream, environ={"JOURNAL_STREAM": identity if is_journal else "1:1"})
        log = logging.getLogger("firmware.log.store")
        log.debug("not shown")
        log.warning("The disk is full.")
        try:
            int("seven dice")
        except ValueError:
            log.exception("A frame could not be handled.")
    return path.read_text(encoding="utf-8").splitlines()


def test_a_terminal_gets_time_and_level_without_colours(tmp_path: Path) -> None:
    first, second, *rest = logged(tmp_path / "log", is_journal=False)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} WARNING firmware.log.store: The disk is full.", first)
    assert "A frame" in second
    assert "\x1b" not in "".join([first, second, *rest])


def test_journald_gets_a_priority_on_every_line_and_no_time(tmp_path: Path) -> None:
    lines = logged(tmp_path / "log", is_journal=True)
    assert lines[0] == "<4>firmware.log.store: The disk is full."
    assert lines[1] == "<3>firmware.log.store: A frame could not be handled."
    assert lines[-1] == "<3>ValueError: invalid literal for int() with base 10: 'seven dice'"
    assert all(line.startswith("<3>") for line in lines[1:])


def test_a_stream_without_a_file_is_no_journal() -> None:
    stream = io.StringIO()
    set_up_logging(stream=stream, environ={})
    logging.getLogger("x").error("y")
    assert stream.getvalue().endswith("ERROR   x: y\n")
