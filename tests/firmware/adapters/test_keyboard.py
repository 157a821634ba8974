import os
import pty
import subprocess
import sys
import termios
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TextIO

import pytest

from firmware.adapters.keyboard import KeyboardButton
from firmware.errors import ButtonError
from firmware.ports import Edge
from tests.doubles.patience import until

MS = 1_000_000


@dataclass(slots=True)
class Desk:
    """A terminal, what is typed there, and what the button made of it."""

    master: int
    terminal: TextIO
    at_ns: int = 0
    reads: int = 0
    edges: list[Edge] = field(default_factory=list)

    def now_ns(self) -> int:
        """Tell the time; the button asks for it once whenever it has read keys, and once when it lets go."""
        self.reads += 1
        return self.at_ns

    def strike(self, keys: bytes, *, at_ms: int, edges: int) -> None:
        """Type keys at a moment and wait until they are read and there are so many edges in all."""
        self.at_ns, reads = at_ms * MS, self.reads
        os.write(self.master, keys)
        until(lambda: self.reads > reads and len(self.edges) >= edges)


@pytest.fixture
def at() -> Iterator[Desk]:
    master, slave = pty.openpty()
    with os.fdopen(slave) as terminal:
        yield Desk(master, terminal)
    os.close(master)


def test_space_and_enter_press_other_keys_do_not_and_one_held_down_is_one_press(at):
    before = termios.tcgetattr(at.terminal)
    button = KeyboardButton(at.terminal, now_ns=at.now_ns)
    button.listen(at.edges.append)
    local_modes = termios.tcgetattr(at.terminal)[3]
    assert not local_modes & (termios.ICANON | termios.ECHO)
    assert local_modes & termios.ISIG  # Ctrl-C stays Ctrl-C
    at.strike(b"x", at_ms=500, edges=0)
    at.strike(b" ", at_ms=1_000, edges=2)
    for at_ms in range(1_660, 3_000, 40):  # repeats as a keyboard does
        at.strike(b" ", at_ms=at_ms, edges=2)
    at.strike(b"q\n", at_ms=5_000, edges=4)
    os.write(at.master, b"\x04")  # a terminal that is closed ends the listening
    button.close()
    assert termios.tcgetattr(at.terminal) == before
    pressed = [(edge.is_down, edge.at_ns // MS) for edge in at.edges]
    assert pressed == [(True, 1_000), (False, 1_000), (True, 5_000), (False, 5_000)]


def test_what_is_no_terminal_is_refused_in_words(tmp_path):
    with (tmp_path / "file").open("w") as file, pytest.raises(ButtonError, match="no terminal"):
        KeyboardButton(file)


def test_a_process_in_the_background_leaves_the_terminal_alone(at):
    # It would be stopped by the system otherwise. The script takes a terminal of its own and steps behind in it.
    script = (
        "import os, sys\n"
        "terminal = os.fdopen(os.open(sys.argv[1], os.O_RDWR))\n"
        "if child := os.fork(): sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, os.WUNTRACED)[1]))\n"
        "os.setpgid(0, 0)\n"
        "from firmware.adapters.keyboard import KeyboardButton\n"
        "from firmware.errors import ButtonError\n"
        "try: KeyboardButton(terminal).listen(print)\n"
        "except ButtonError as error: print(error)\n"
    )
    command = [sys.executable, "-c", script, os.ttyname(at.terminal.fileno())]
    ran = subprocess.run(command, start_new_session=True, capture_output=True, text=True, timeout=60, check=True)
    assert "runs in the background" in ran.stdout
