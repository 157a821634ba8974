"""What the real picamera2 lacks to drive libcamera's virtual camera, and the pictures that this camera sees."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import libcamera
from picamera2 import Picamera2, picamera2
from picamera2.allocators import DmaAllocator

FRAMES = Path("/frames")  # where the virtual camera is told to look, in `enter.sh`
COLOUR_SHARE = 3  # of an NV12 picture's bytes one in so many is colour


class PlanarAllocator(DmaAllocator):
    """picamera2 describes a buffer as one plane; the virtual camera writes brightness and colour as two."""

    def allocate(self, configurations: Any, use_case: Any) -> None:
        super().allocate(configurations, use_case)
        for stream, buffers in self.frame_buffers.items():
            self.frame_buffers[stream] = [self._in_two(buffer) for buffer in buffers]

    def _in_two(self, buffer: Any) -> Any:
        whole = buffer.planes[0]
        light, colour = libcamera.FrameBuffer.Plane(), libcamera.FrameBuffer.Plane()
        light.fd = colour.fd = whole.fd
        light.offset, colour.length = 0, whole.length // COLOUR_SHARE
        light.length = colour.offset = whole.length - colour.length
        planar = libcamera.FrameBuffer([light, colour])
        self.mapped_buffers[planar] = self.mapped_buffers.pop(buffer)
        self.mapped_buffers_used[planar.planes[0].fd] = False
        self.libcamera_fds.append(planar.planes[0].fd)
        return planar


def _modes(device: Any) -> list[dict[str, Any]]:
    """Return what the camera offers for a viewfinder: it has no raw pictures, which picamera2 asks for."""
    formats = device.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0).formats
    return [
        {"format": str(pixels), "size": (size.width, size.height)}
        for pixels in formats.pixel_formats
        for size in formats.sizes(pixels)
    ]


def let_picamera2_drive_it() -> None:
    picamera2.DmaAllocator = PlanarAllocator
    Picamera2._get_raw_modes = _modes


def show(pictures: Sequence[Path]) -> None:
    """Lay these JPEGs before the camera, which looks at them when it is next opened, one after the other."""
    for old in FRAMES.iterdir():
        old.unlink()
    for number, picture in enumerate(pictures):
        shutil.copy(picture, FRAMES / f"{number}.jpg")
