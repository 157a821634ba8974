"""Printed pages read back: their size, their ink, their words with the places where they stand, and their pixels."""

import base64
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

MM_PER_PT = 25.4 / 72
COLOUR = re.compile(rb"(?<![\w.])(rg|RG|k|K|cs|CS|sc|SC|scn|SCN|gs|sh|Do|BI)(?![\w.])")
GREY = re.compile(rb"(\S+) [gG](?!\w)")


@dataclass(frozen=True, slots=True)
class Place:
    """What stands on a page: its words, none for a drawing, and its bounds, mm from the upper left corner."""

    words: str
    left: float
    top: float
    right: float
    bottom: float


def sizes_mm(pdf: bytes) -> list[tuple[float, float]]:
    with pypdfium2.PdfDocument(pdf) as document:
        return [(page.get_width() * MM_PER_PT, page.get_height() * MM_PER_PT) for page in document]


def places(pdf: bytes, *, words: bool) -> list[list[Place]]:
    """Return what stands on each page: either its lines of words or its drawings."""
    wanted = pdfium.FPDF_PAGEOBJ_TEXT if words else pdfium.FPDF_PAGEOBJ_PATH
    with pypdfium2.PdfDocument(pdf) as document:
        return [list(_places(page, wanted)) for page in document]


def _places(page: pypdfium2.PdfPage, wanted: int) -> Iterator[Place]:
    textpage, high = page.get_textpage(), page.get_height()
    for each in page.get_objects(textpage=textpage):
        if each.type == wanted:
            left, bottom, right, top = each.get_bounds()
            words = each.extract().strip() if wanted == pdfium.FPDF_PAGEOBJ_TEXT else ""
            yield Place(words, *(MM_PER_PT * edge for edge in (left, high - top, right, high - bottom)))


def text(pdf: bytes) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def lines(pdf: bytes) -> list[str]:
    """Return the words of each line as they were set, page after page."""
    return [place.words for page in places(pdf, words=True) for place in page]


def inks(pdf: bytes) -> set[bytes]:
    """Return every setting of a colour: operators of colours, and the values of grey."""
    stream = rb"/Filter \[ /ASCII85Decode /FlateDecode \] /Length \d+\s*>>\s*stream\r?\n(.*?)endstream"
    found = re.findall(stream, pdf, re.DOTALL)
    unpacked = [zlib.decompress(base64.a85decode(b"<~" + each.strip(), adobe=True)) for each in found]
    pages = (each for each in unpacked if b" cm" in each[:40])
    drawn = b"\n".join(re.sub(rb"\((?:\\.|[^\\)])*\)", b"()", each) for each in pages)
    return {match.group(1) for match in COLOUR.finditer(drawn)} | {match.group(1) for match in GREY.finditer(drawn)}


def faces(pdf: bytes) -> tuple[int, int]:
    """Return how many faces are named, and how many of them are embedded."""
    return len(re.findall(rb"/Type /Font\b", pdf)), len(re.findall(rb"/FontFile2 ", pdf))


def pixels(pdf: bytes, *, px_per_mm: float, page: int = 0) -> NDArray[np.uint8]:
    """Return a page as uint8, shape (H, W, 3), RGB, on white paper."""
    with pypdfium2.PdfDocument(pdf) as document:
        drawn = document[page].render(scale=px_per_mm * MM_PER_PT, rev_byteorder=True).to_numpy()
        return np.array(drawn[:, :, :3], np.uint8)
