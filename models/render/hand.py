"""A hand reaching in."""

from __future__ import annotations

from models.render.world import Camera, Floats, Hand, Light


def draw_hand(hand: Hand, camera: Camera, light: Light, picture: Floats, depth_mm: Floats) -> None:
    """Draw a hand over a picture, in place."""
    del hand, camera, light, picture, depth_mm
