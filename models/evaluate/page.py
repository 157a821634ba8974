"""One page that holds every table and plot."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from models.evaluate.marks import Mark
from models.evaluate.report import bound, measured, verdict

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; } td, th { padding: .25rem .7rem; border-bottom: 1px solid #ddd; text-align: left; }
.yes { color: #1f5c45; } .no { color: #b3312c; } pre { overflow-x: auto; font-size: 12px; background: #f6f6f3;
padding: .8rem; } img { max-width: 100%; margin: .5rem 0; }
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the page."""

    title: str  # Of the part
    text: str = ""  # Its tables
    pictures: tuple[Path, ...] = ()  # PNG files


def write_page(path: Path, marks: Sequence[Mark], sections: Sequence[Section], notices: Sequence[str]) -> None:
    """Write the page; pictures are in it, so it can be sent by itself."""
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>Serviert: figures</title><style>{STYLE}</style>",
        "<h1>What the eye can do</h1>",
        _marks(marks),
        *(f"<p>{escape(notice)}</p>" for notice in notices),
        *map(_section, sections),
    ]
    path.write_text("\n".join(parts), encoding="utf-8")


def _marks(marks: Sequence[Mark]) -> str:
    rows = "".join(
        f"<tr><td>{escape(mark.mark)}<td>{escape(mark.on)}<td>{bound(mark)}"
        f"<td class={verdict(mark)[:3].strip('–') or 'none'}>{verdict(mark)}<td>{escape(measured(mark))}"
        for mark in marks
    )
    return f"<table><tr><th>mark<th>on<th>asked<th>reached<th>measured [95 % interval] (n){rows}</table>"


def _section(section: Section) -> str:
    pictures = "".join(f'<img alt="{escape(path.stem)}" src="{_as_data(path)}">' for path in section.pictures)
    text = f"<pre>{escape(section.text)}</pre>" if section.text else ""
    return f"<h2>{escape(section.title)}</h2>{text}{pictures}"


def _as_data(path: Path) -> str:
    return f"data:image/png;base64,{base64.b64encode(path.read_bytes()).decode()}"
