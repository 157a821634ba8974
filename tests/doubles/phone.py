"""A phone that sends what it sees as MJPEG, on this machine, and misbehaves by the path it is asked for."""

import base64
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

PERIOD_S = 0.04
ALLOWED = f"Basic {base64.b64encode(b'me:secret').decode()}"


class Phone(ThreadingHTTPServer):
    """It can `show` something else (RGB); `is_silent` ends every connection, and nothing is sent unless it `flows`."""

    daemon_threads, block_on_close = True, False

    def __init__(self, pixels: np.ndarray) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.show(pixels)
        self.is_silent, self.flows, self.has_ended = False, threading.Event(), threading.Event()
        self.flows.set()

    def address(self, path: str = "/video", *, user: str = "") -> str:
        return f"http://{user}127.0.0.1:{self.server_port}{path}"

    def show(self, pixels: np.ndarray) -> None:
        jpeg = cv2.imencode(".jpg", np.ascontiguousarray(pixels[..., ::-1]))[1].tobytes()
        self.part = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(jpeg), jpeg)


class _Answer(BaseHTTPRequestHandler):
    server: Phone

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        status, header = 200, ("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        match self.path.partition("?")[0]:
            case "/page":
                header = ("Content-Type", "text/html; charset=utf-8")
            case "/elsewhere":
                status, header = 302, ("Location", self.server.address())
            case "/private" if self.headers.get("Authorization") != ALLOWED:
                status, header = 401, ("WWW-Authenticate", 'Basic realm="phone"')
            case "/nothing":
                status = 404
        self.send_response(status)
        self.send_header(*header)
        self.end_headers()
        with suppress(OSError):
            while status == 200 and not self.server.is_silent and not self.server.has_ended.wait(PERIOD_S):
                self.server.flows.wait(20.0)
                self._send()

    def _send(self) -> None:
        if self.path == "/page":
            self.wfile.write(b"<html>" + b"x" * 4000)
            self.server.has_ended.wait(20.0)
        for byte in self.server.part if self.path == "/drip" else b"":
            self.wfile.write(bytes([byte]))
            self.server.has_ended.wait(PERIOD_S)
        self.wfile.write(self.server.part)


@contextmanager
def phone(pixels: np.ndarray) -> Iterator[Phone]:
    with Phone(pixels) as sending:
        threading.Thread(target=sending.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield sending
        finally:
            sending.has_ended.set()
            sending.flows.set()
            sending.shutdown()
