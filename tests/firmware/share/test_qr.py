import re

import cv2
import numpy as np
import pytest

from firmware.share.qr import QUIET, qr_code

MODULE_PX = 6


def drawn(code: dict[str, object]) -> np.ndarray:
    """Draw a code as the page does: each stroke one module high, around the middle of its row."""
    size = code["size"]
    assert isinstance(size, int)
    modules = np.full((size, size), 255, np.uint8)
    for x, y, length in re.findall(r"M(\d+) (\d+)\.5h(\d+)", str(code["path"])):
        modules[int(y), int(x) : int(x) + int(length)] = 0
    return np.kron(modules, np.ones((MODULE_PX, MODULE_PX), np.uint8))


@pytest.mark.parametrize("url", ["http://192.168.1.7:8450/", "http://10.255.255.254:65535/"])
def test_a_scanner_reads_what_was_written(url):
    read, *_ = cv2.QRCodeDetector().detectAndDecode(drawn(qr_code(url)))
    assert read == url


def test_there_is_paper_around_it():
    modules = drawn(qr_code("http://192.168.1.7:8450/"))
    edge = QUIET * MODULE_PX
    assert (modules[:edge] == 255).all()
    assert (modules[:, -edge:] == 255).all()
    assert (modules[edge : edge + MODULE_PX, edge : edge + 7 * MODULE_PX] == 0).all()
