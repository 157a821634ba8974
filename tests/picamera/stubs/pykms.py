"""For tests: picamera2 imports ``pykms`` for a preview on a bare screen that nobody opens here; Debian has none."""

from types import SimpleNamespace

PixelFormat = SimpleNamespace(**dict.fromkeys(("RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "YVU420", "NV12")))
