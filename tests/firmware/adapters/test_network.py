import logging
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import count
from socket import AF_INET, SOCK_STREAM
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from firmware.adapters import network
from firmware.adapters.network import NetworkCamera
from firmware.adapters.open import open_camera, resolve_source
from firmware.errors import CameraBarredError, CameraError, CameraLostError, CameraSilentError
from firmware.ports import Lack
from tests.cases import cases
from tests.doubles.patience import until
from tests.doubles.phone import Phone, phone

WAIT_S = (1.5, 0.4)


@pytest.fixture
def sending() -> Iterator[Phone]:
    with phone(np.full((1080, 1440, 3), 90, np.uint8)) as there:
        yield there


def test_a_phone_is_called_by_its_address_without_name_and_password_and_says_that_it_uses_the_network(sending, caplog):
    caplog.set_level(logging.DEBUG)
    address = sending.address("/private?key=hidden", user="me:secret@")
    with closing(open_camera(address)) as camera:
        assert camera.name == sending.address("/private")
        assert Lack.NETWORK in camera.lacks()
        camera.preview()
    _, why = resolve_source(address)
    with pytest.raises(CameraError) as error:
        NetworkCamera(sending.address("/private", user="me:wrong@"), wait_s=WAIT_S)
    for said in (caplog.text, why, str(error.value), repr(camera.name)):
        assert not any(word in said for word in ("secret", "hidden", "wrong"))


@pytest.mark.parametrize("path", ["/private", "/nothing", "/page", "/elsewhere", "/drip"])
def test_what_sends_no_pictures_is_refused_in_words_within_its_time(sending, path):
    with pytest.raises(CameraSilentError, match="answers, but sends no pictures that are understood"):
        NetworkCamera(sending.address(path), wait_s=WAIT_S)


@pytest.mark.parametrize(("address", "words"), cases(__file__)["nearby_only"])
def test_nobody_is_spoken_to_beyond_private_networks(address, words):
    with pytest.raises(CameraSilentError, match=words):
        NetworkCamera(address)


def test_a_name_is_followed_only_nearby_and_where_nobody_may_be_spoken_to_that_is_said(sending, monkeypatch):
    known = {"phone.example": ("203.0.113.9", "127.0.0.1")}

    def found(host: str, port: int, *_: object) -> list[tuple[object, ...]]:
        return [(AF_INET, SOCK_STREAM, 0, "", (each, port)) for each in known.get(host, [host])]

    monkeypatch.setattr(network.socket, "getaddrinfo", found)
    with closing(NetworkCamera(sending.address().replace("127.0.0.1", "phone.example"), wait_s=WAIT_S)) as camera:
        assert camera.preview().size_wh == (640, 480)
    monkeypatch.setattr(network.socket, "create_connection", Mock(side_effect=PermissionError))  # by IPAddressDeny
    with pytest.raises(CameraBarredError, match="systemctl restart serviert"):
        NetworkCamera(sending.address())


def test_a_connection_that_ends_or_stands_still_is_lost_and_opened_again_as_soon_as_it_sends(sending):
    for stop, go in ((lambda: setattr(sending, "is_silent", True), lambda: setattr(sending, "is_silent", False)),
                     (sending.flows.clear, sending.flows.set)):  # fmt: skip
        with closing(NetworkCamera(sending.address(), wait_s=WAIT_S)) as camera:
            camera.preview()
            stop()
            with pytest.raises(CameraLostError, match="sends no picture any more: is its app open"):
                deque((camera.capture(not_before_ns=time.monotonic_ns(), timeout_s=9.0) for _ in count()), maxlen=0)
        go()
    with closing(NetworkCamera(sending.address(), wait_s=WAIT_S)) as camera:
        camera.preview()


def test_a_frame_shows_nothing_from_before_the_press_it_answers_and_of_many_the_newest(sending):
    with closing(NetworkCamera(sending.address(), wait_s=WAIT_S)) as camera:
        for level in (200, 60, 140):
            sending.show(np.full((1080, 1440, 3), level, np.uint8))
            pressed_ns = time.monotonic_ns()
            frame = camera.capture(not_before_ns=pressed_ns, timeout_s=10.0)
            assert abs(int(frame.pixels.mean()) - level) < 6
            assert pressed_ns <= frame.exposed_ns < time.monotonic_ns() - NetworkCamera.LATENCY_NS // 2


class Held(NetworkCamera):
    """Stands still on demand, and waits at each frame for its turn, as beside busy threads."""

    flows, turn = threading.Event(), threading.Event()

    def _exposed_ns(self) -> int:
        self.flows.wait()
        self._idle_s = float(not self.turn.wait(0.015))
        return super()._exposed_ns()


@pytest.mark.proof
def test_video_shows_nothing_from_before_the_press_though_much_of_it_had_waited_and_says_that_it_ended(tmp_path):
    def lies(level: int) -> None:
        cv2.imwrite(str(tmp_path / "new.jpg"), np.full((720, 1280, 3), level, np.uint8))
        (tmp_path / "new.jpg").replace(tmp_path / "shown.jpg")

    def reads(level: int) -> None:
        assert abs(int(camera.capture(not_before_ns=time.monotonic_ns(), timeout_s=10.0).pixels.mean()) - level) < 6

    lies(60)
    command = ["/usr/bin/python3", "-c", cases(__file__)["rtsp"], tmp_path / "shown.jpg"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as video, ExitStack() as ends:
        ends.callback(video.kill)
        port = next(video.stdout, "").strip() or pytest.skip("for RTSP install what network.toml names")
        Held.flows.set()
        with closing(Held(f"rtsp://127.0.0.1:{port}/live")) as camera:
            reads(60)
            Held.flows.clear()
            held_s = time.monotonic()
            until(lambda: time.monotonic() > held_s + 3.0)
            lies(200)
            until(lambda: time.monotonic() > held_s + 4.0)
            Held.flows.set()
            reads(200)
            video.kill()
            with pytest.raises(CameraSilentError, match="sends no picture any more"):
                reads(200)
