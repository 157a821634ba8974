"""Buffers as libcamera lays them out, made into R, G, B. Its ``RGB888`` lies in memory as B, G, R."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.errors import CameraFormatError

_OPENCV: dict[str, tuple[int | None, int, float]] = {
    "RGB888": (cv2.COLOR_BGR2RGB, 3, 1.0),
    "BGR888": (None, 3, 1.0),
    "XRGB8888": (cv2.COLOR_BGRA2RGB, 4, 1.0),
    "XBGR8888": (cv2.COLOR_RGBA2RGB, 4, 1.0),
    "YUV420": (cv2.COLOR_YUV2RGB_I420, 1, 1.5),
    "NV12": (cv2.COLOR_YUV2RGB_NV12, 1, 1.5),
}
"""libcamera's formats: OpenCV's conversion to R, G, B, bytes a pixel, and lines of the buffer a line of the picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """What a camera says it sends."""

    name: str  # ``main`` or ``lores``
    pixels: str  # libcamera's name of the format
    size_wh: tuple[int, int]  # of the picture, px
    stride: int = 0  # bytes from one line's beginning to the next; 0 where it is not said

    @classmethod
    def from_configuration(cls, name: str, said: Mapping[str, Any]) -> Stream:
        """Return what picamera2 says after configuring.

        Raises:
            CameraFormatError: If nothing here understands it.
        """
        width, height = said["size"]
        stream = cls(name=name, pixels=said["format"], size_wh=(width, height), stride=int(said.get("stride") or 0))
        if stream.pixels not in _OPENCV:
            raise CameraFormatError(f"{name} comes as {stream.pixels}; legal is {', '.join(_OPENCV)}")
        least = width * _OPENCV[stream.pixels][1]
        if stream.stride and stream.stride < least:
            raise CameraFormatError(f"{name} has lines of {stream.stride} bytes; {width} px need {least}")
        return stream

    def rgb(self, buffer: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return a buffer as R, G, B, without the padding at its lines' ends.

        What already is R, G, B is not copied: picamera2 hands out copies of the camera's buffers.

        In the chroma of a YUV buffer two half lines share a line, padding and all: it is cut only after converting.

        Raises:
            CameraFormatError: If it is not of the format and size announced.
        """
        width, height = self.size_wh
        code, _, share = _OPENCV[self.pixels]
        lines = round(height * share)
        if buffer.dtype != np.uint8 or buffer.ndim < 2 or buffer.shape[0] < lines or buffer.shape[1] < width:
            raise CameraFormatError(
                f"{self.name} was announced as {self.pixels} of {width}×{height} and came as {buffer.dtype} "
                f"{'×'.join(map(str, buffer.shape))}"
            )
        try:
            rgb = buffer if code is None else cv2.cvtColor(np.ascontiguousarray(buffer[:lines]), code)
        except cv2.error as error:
            raise CameraFormatError(f"{self.name} is not {self.pixels} as announced") from error
        return np.ascontiguousarray(rgb[:height, :width], np.uint8)
