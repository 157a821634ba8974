"""From sights to pictures: empty boards are traced once, dice drawn when they moved, noise added to every frame."""

import threading
from collections.abc import Hashable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.simulated.setting import CAPTURE_PX, PREVIEW_PX, Setting
from firmware.simulated.sight import Mark, Sight, SimulatedExposure
from models.render.camera import project
from models.render.cup import draw_cup
from models.render.film import develop, motion_kernel
from models.render.hand import draw_hand
from models.render.poses import rotation_of
from models.render.stage import RenderStage
from models.render.world import Board, Bytes, DieInstance, Floats, RimShape

NOISE_MARGIN_PX = 64
JPEG_QUALITY = 82
LEAST_SMEAR_PX = 1.5


class Darkroom:
    """Makes pictures of a setting's sights; safe to use from any thread.

    Building a stage takes up to some seconds; `stage` does it ahead.
    """

    def __init__(self, setting: Setting) -> None:
        """Take the setting; nothing is drawn yet."""
        self._setting = setting
        self._stages: dict[tuple[int, bool], RenderStage] = {}
        self._newest: dict[int, tuple[Hashable, Bytes]] = {}
        self._grain: dict[int, NDArray[np.int8]] = {}
        self._jpeg: tuple[Hashable, bytes] = (None, b"")
        self._lock = threading.RLock()

    def clean(self, exposure: SimulatedExposure, size_px: int, times: float = 1.0) -> Bytes:
        """Return a picture without noise, uint8 (size, size, 3) RGB, exposed so many times as long; do not write to it.

        Dice that move during the exposure are smeared.
        """
        with self._lock:
            newest = self._newest.get(size_px)
            if newest is None or newest[0] != (exposure.key, times):
                newest = (exposure.key, times), self._developed(exposure, size_px, times)
                self._newest[size_px] = newest
            return newest[1]

    def noisy(self, pixels: Bytes, *, gain: NDArray[np.float64], seed: Sequence[int]) -> Bytes:
        """Return a frame as the sensor gives it.

        Args:
            pixels: A clean picture, uint8 (H, W, 3).
            gain: Brightness of this exposure, float64 (1,), or of each of its rows, (H,); 1 is usual: lamps flicker.
            seed: Of this frame's noise.
        """
        size_px = pixels.shape[0]
        with self._lock:
            if size_px not in self._grain:  # a little larger than a picture: every frame takes another part
                rng, side = np.random.default_rng(size_px), size_px + NOISE_MARGIN_PX
                luma = rng.standard_normal((side, side, 1), dtype=np.float32) * np.float32(0.8)
                chroma = rng.standard_normal((side, side, 3), dtype=np.float32) * np.float32(0.6)
                noise = np.float32(self._setting.noise) * (luma + chroma)
                self._grain[size_px] = np.clip(np.rint(noise), -127, 127).astype(np.int8)
            grain = self._grain[size_px]
        row, column = np.random.default_rng(seed).integers(0, NOISE_MARGIN_PX, 2)
        part = grain[row : row + size_px, column : column + size_px]
        if len(gain) == 1:
            lit = cv2.convertScaleAbs(pixels, alpha=float(gain[0]))
        else:
            lit = np.minimum(pixels * gain.astype(np.float32)[:, None, None] + np.float32(0.5), 255).astype(np.uint8)
        return np.asarray(cv2.add(lit, part, dtype=cv2.CV_8U), np.uint8)

    def jpeg(self, sight: Sight, marks: Sequence[Mark], *, newest_will_do: bool) -> bytes:
        """Return the board as JPEG for the player's page, rings around the dice he means to hold.

        While something moves the camera's newest picture is good enough: drawing each moment twice, for camera and
        page, is too slow for one core.

        The same sight gives the same bytes.
        """
        with self._lock:
            newest, full = self._newest.get(PREVIEW_PX), self._newest.get(CAPTURE_PX)
            exposure = SimulatedExposure.of_one(sight)
            if full is not None and full[0] == (exposure.key, 1.0):
                newest = full  # drawn already, for the reading: the page looks close
            elif newest is None or not (sight.is_moving and newest_will_do):
                newest = (exposure.key, 1.0), self.clean(exposure, PREVIEW_PX)
            key = (newest[0], newest is full, tuple(marks))
            if self._jpeg[0] != key:
                ringed = _ringed(newest[1], marks)[..., ::-1]
                _, data = cv2.imencode(".jpg", ringed, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
                self._jpeg = key, data.tobytes()
            return self._jpeg[1]

    def _developed(self, exposure: SimulatedExposure, size_px: int, times: float) -> Bytes:
        sight = exposure.middle
        stage = self.stage(size_px, has_board=sight.has_board)
        canvas = stage.empty()
        if sight.has_board:
            stage.draw(tuple(self._die(pose) for pose in sight.poses), canvas)
            self._smear(exposure, stage, canvas.light)
            if sight.cover is not None:
                directions = stage.backdrop.directions
                draw_cup(sight.cover, stage.camera, stage.light, canvas.light, canvas.depth_mm, directions)
        for hand in sight.hands:
            draw_hand(hand, stage.camera, stage.light, canvas.light, canvas.depth_mm)
        film = self._setting.film
        if size_px < CAPTURE_PX:  # a small picture is binned, hence sharp and quiet
            film = replace(film, blur_px=0.0, sharpen=0.0)
        return develop(canvas.light, replace(film, exposure=film.exposure * times), np.random.default_rng(0))

    def _smear(self, exposure: SimulatedExposure, stage: RenderStage, light: Floats) -> None:
        """Blur every die along the way it goes during the exposure, in place."""
        if len(exposure.begin.poses) != len(exposure.end.poses):
            return  # a die was just taken: the hand covers it
        size_px = self._setting.bodies.size_mm * stage.camera.f_px / stage.camera.height_mm
        for start, stop in zip(exposure.begin.poses, exposure.end.poses, strict=True):
            ends = project(stage.camera, np.stack([start[:3], stop[:3]]))
            way = ends[1] - ends[0]
            length = float(np.hypot(*way))
            if length > LEAST_SMEAR_PX:
                kernel = motion_kernel(length, float(np.degrees(np.arctan2(way[1], way[0]))))
                _blur_around(light, ends.mean(axis=0), radius_px=size_px + length / 2, kernel=kernel)

    def _die(self, pose: NDArray[np.float64]) -> DieInstance:
        x, y, z = (float(part) for part in pose[:3])
        rotation, size_mm = rotation_of(pose).astype(np.float32), self._setting.bodies.size_mm
        return DieInstance(design=self._setting.design, size_mm=size_mm, position_mm=(x, y, z), rotation=rotation)

    def stage(self, size_px: int, *, has_board: bool = True) -> RenderStage:
        """Return the empty board, or the bare table that is seen when somebody took it away, traced once."""
        with self._lock:
            if (size_px, has_board) not in self._stages:
                setting = self._setting
                board = setting.board if has_board else Board(shape=RimShape.NONE, floor=setting.board.table)
                self._stages[size_px, has_board] = RenderStage(board, setting.light, setting.camera_of(size_px))
            return self._stages[size_px, has_board]


def _blur_around(light: Floats, middle: Floats, *, radius_px: float, kernel: Floats) -> None:
    """Blur a soft-edged disc of a picture, in place."""
    reach = radius_px + kernel.shape[0]
    left, top = np.maximum(middle - reach, 0).astype(int)
    right, bottom = np.maximum(middle + reach, 0).astype(int)
    part = light[top:bottom, left:right]
    if part.size == 0:
        return
    rows, columns = np.indices(part.shape[:2], dtype=np.float32)
    distance = np.hypot(columns + left - middle[0], rows + top - middle[1])
    share = np.clip((radius_px - distance) / (0.3 * radius_px) + 0.5, 0, 1)[..., None]
    part += share * (cv2.filter2D(part, -1, kernel) - part)


def _ringed(pixels: Bytes, marks: Sequence[Mark]) -> Bytes:
    ringed, size_px = pixels.copy(), pixels.shape[0]
    for x, y, radius in marks:
        centre = (round(x * size_px * 8), round(y * size_px * 8))
        for rgb, width in (((20, 20, 20), 4), ((255, 255, 255), 2)):
            width_px = round(width * size_px / PREVIEW_PX)
            cv2.circle(ringed, centre, round(radius * size_px * 8), rgb, width_px, cv2.LINE_AA, 3)
    return ringed
