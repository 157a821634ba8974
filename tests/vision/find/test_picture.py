import base64
import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import PictureError
from vision.find.picture import decode_picture, load_picture

PATTERN = np.zeros((40, 60, 3), np.uint8)  # left half red, right half blue, a white bar along the top
PATTERN[:, :30, 0] = 200
PATTERN[:, 30:, 2] = 200
PATTERN[:8] = 255

# 24 × 16 pixels, CMYK (Adobe, inverted), left half red, right half blue; written with Pillow
CMYK_JPEG = base64.b64decode(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJT"
    "UjI+WmFaUGBKUVJP/8AAFAgAEAAYBEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAGB//EABgQAQADAQAAAAAAAAAA"
    "AAAAAAAHRYPC/9oADgRDAE0AWQBLAAA/AKxmDMGnIKUavXgX0XWmXYgRejexgggpRq9eBfRdaZdiBF6P/9k="
)


def encoded(extension, pixels=PATTERN):
    channels = pixels[:, :, ::-1] if pixels.ndim == 3 and pixels.shape[2] == 3 else pixels
    return cv2.imencode(extension, channels)[1].tobytes()


@pytest.mark.parametrize("extension", [".png", ".jpg", ".webp", ".bmp"])
def test_red_stays_red_in_every_format(extension):
    pixels = decode_picture(encoded(extension)).astype(int)
    assert (pixels.shape, np.abs(pixels - PATTERN)[10:, :25].max() <= 12) == (PATTERN.shape, True)


def test_grey_becomes_colour_sixteen_bits_eight_and_what_is_transparent_is_laid_on_white():
    grey = np.arange(0, 240, 4, dtype=np.uint8)[None].repeat(40, axis=0)
    np.testing.assert_array_equal(decode_picture(encoded(".png", grey)), np.repeat(grey[:, :, None], 3, axis=2))
    assert decode_picture(encoded(".jpg", grey)).shape == (40, 60, 3)
    np.testing.assert_array_equal(decode_picture(encoded(".png", PATTERN.astype(np.uint16) * 257)), PATTERN)
    bgra = np.dstack([PATTERN[:, :, ::-1], np.full((40, 60), 255, np.uint8)])
    bgra[:, :30, 3] = 0
    bgra[:, 30:, 3] = 128
    pixels = decode_picture(encoded(".png", bgra))
    assert tuple(pixels[20, 10]) == (255, 255, 255)
    np.testing.assert_allclose(pixels[20, 40], (127, 127, 227), atol=1)


def test_a_cmyk_jpeg_is_read_in_its_colours():
    pixels = decode_picture(CMYK_JPEG).astype(int)
    assert pixels.shape == (16, 24, 3)
    np.testing.assert_allclose(pixels[8, 3], (200, 0, 0), atol=40)
    np.testing.assert_allclose(pixels[8, 20], (0, 0, 200), atol=40)


@pytest.mark.parametrize(("orientation", "turned"), [(3, 2), (6, 3), (8, 1)])
def test_a_picture_stands_as_its_exif_orientation_says(orientation, turned):
    # one big-endian IFD with the orientation (tag 0x0112, a SHORT) alone
    tiff = b"MM\x00*\x00\x00\x00\x08" + struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0)
    segment = b"\xff\xe1" + struct.pack(">H", len(tiff) + 8) + b"Exif\x00\x00" + tiff
    jpeg = encoded(".jpg")
    pixels = decode_picture(jpeg[:2] + segment + jpeg[2:])
    upright = np.rot90(PATTERN, turned)
    assert pixels.shape == upright.shape
    assert np.abs(pixels.astype(int) - upright).mean() < 8


NOISY = np.random.default_rng(0).integers(0, 255, (64, 64, 3), np.uint8)


@pytest.mark.parametrize("extension", [".jpg", ".png"])
def test_a_picture_cut_short_or_broken_is_refused(extension):
    whole = encoded(extension, NOISY)
    two_gigabytes = [whole[:33] + b"\x7f" + whole[34:]] * (extension == ".png")  # says a piece of it of its length
    for content in (*(whole[: int(share * len(whole))] for share in (0.3, 0.6, 0.95)), *two_gigabytes):
        with pytest.raises(PictureError, match="cut short"):
            decode_picture(content)


def test_a_thumbnails_end_is_not_the_pictures_end_and_bytes_after_that_do_no_harm():
    thumbnail, whole = encoded(".jpg"), encoded(".jpg", NOISY)
    with_header = whole[:2] + b"\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail + whole[2:]
    assert decode_picture(with_header).shape == (64, 64, 3)
    with pytest.raises(PictureError, match="cut short"):
        decode_picture(with_header[: len(with_header) // 2 + len(thumbnail) // 2])
    assert decode_picture(thumbnail + b"trailer of a phone").shape == PATTERN.shape


@pytest.mark.parametrize(
    "content", [b"no picture, but some text\n", b"\xff\xd8\xff", b"GIF89a", encoded(".tiff"), b"\x00" * 64, b""]
)
def test_what_is_no_picture_is_refused_in_words(content, tmp_path):
    (tmp_path / "dice.jpg").write_bytes(content)
    with pytest.raises(PictureError, match=r"dice\.jpg is (not a picture|cut short)" if content else "is empty"):
        load_picture(tmp_path / "dice.jpg")
    with pytest.raises(PictureError, match="no such file"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(PictureError, match="is a folder"):
        load_picture(tmp_path)
    os.mkfifo(tmp_path / "pipe.jpg")
    for endless in (tmp_path / "pipe.jpg", Path("/dev/zero")):
        with pytest.raises(PictureError, match="is no file"):
            load_picture(endless)
    os.truncate(tmp_path / "dice.jpg", 3_000_000_000)
    with pytest.raises(PictureError, match="at most 140 MB are read"):
        load_picture(tmp_path / "dice.jpg")


def test_one_pixel_and_twenty_four_megapixels_are_read():
    assert decode_picture(encoded(".png", PATTERN[:1, :1])).shape == (1, 1, 3)
    assert decode_picture(encoded(".jpg", np.full((4000, 6000, 3), 90, np.uint8))).shape == (4000, 6000, 3)


@pytest.mark.parametrize(("height", "reduced"), [(4000, 1), (4200, 2), (10_100, 4)])
def test_a_very_large_jpeg_is_made_smaller_and_says_by_how_much(height, reduced, tmp_path):
    (tmp_path / "dice.jpg").write_bytes(encoded(".jpg", np.full((height, 6000, 3), 90, np.uint8)))
    frame = load_picture(tmp_path / "dice.jpg")
    assert (frame.reduced, frame.size_wh) == (reduced, (6000 // reduced, height // reduced))


def announcing(extension: str, width: int, height: int) -> bytes:
    """Return a small picture whose head says that it is larger."""
    bomb = bytearray(encoded(extension))
    at, order, bits = {
        ".png": (16, ">II", 0),
        ".jpg": (bomb.find(b"\xff\xc0") + 5, ">HH", 0),
        ".bmp": (18, "<ii", 0),
        ".webp": (21, "<I", 0),
    }[extension]
    if extension == ".webp":
        (bits,) = struct.unpack_from("<I", bomb, at)
        sides = ((bits >> 28 << 28) | (height - 1) << 14 | (width - 1),)
    else:
        sides = (height, width) if extension == ".jpg" else (width, height)
    struct.pack_into(order, bomb, at, *sides)
    if extension == ".png":
        struct.pack_into(">I", bomb, 29, zlib.crc32(bomb[12:29]))  # a PNG's head says whether it is whole
    return bytes(bomb)


@pytest.mark.parametrize(("extension", "height"), [(".png", 9_000), (".jpg", 9_000), (".bmp", 9_000), (".webp", 1_600)])
def test_a_picture_announcing_too_many_pixels_is_refused_before_it_is_decoded(extension, height):
    with pytest.raises(PictureError, match=f"16000 × {height} pixels; at most"):
        decode_picture(announcing(extension, 16_000, height))
