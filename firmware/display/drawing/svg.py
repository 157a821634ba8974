"""SVG as text. Only presentation attributes: the page's content policy allows no styles of our own making."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

PAPER, INK, FAINT, MARK, DIE = "#fdfaf1", "#14120f", "#6b665c", "#fbe795", "#fffdf6"
"""The page's own colours, see `page.css`."""
COLOURS = {"black": INK, "red": "#b01e1b", "blue": "#1d4a94"}
"""Of the faces."""


def element(name: str, /, *children: str, **attributes: str | float) -> str:
    """Return an element; ``_`` in names of attributes stands for ``-``, children are SVG already.

    >>> element("g", element("circle", r=1.25), stroke_width=2)
    '<g stroke-width="2"><circle r="1.25"/></g>'
    """
    written = "".join(f" {key.replace('_', '-')}={quoteattr(_number(value))}" for key, value in attributes.items())
    inner = "".join(children)
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


def text(words: str, x: float, y: float, **attributes: str | float) -> str:
    """Return a text; what it says is no SVG, whoever wrote it."""
    return element("text", escape(words), x=x, y=y, **attributes)


def path(points: Sequence[tuple[float, float]]) -> str:
    """Return what a path through points is written as."""
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)


def drawing(width: float, height: float, *children: str, **attributes: str | float) -> str:
    """Return a whole drawing."""
    box = f"0 0 {_number(width)} {_number(height)}"
    return element("svg", *children, xmlns="http://www.w3.org/2000/svg", viewBox=box, **attributes)


def _number(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
