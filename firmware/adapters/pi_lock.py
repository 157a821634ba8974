"""What the Pi's camera is to keep: libcamera's controls made of its own metadata, and whether they are kept."""

from collections.abc import Mapping
from typing import Any

from firmware.board.calibration_lock import EXPOSURE_TOLERANCE, MOST_PERIODS, Locked
from firmware.ports import Lack

GAIN_TOLERANCE = 0.05
LENS_TOLERANCE = 0.1  # dioptres

AUTO = {"AeEnable": True, "AwbEnable": True, "AfMode": 2, "AfMetering": 0}
"""Exposure, white balance and focus found by the camera; AfMode 2 is Continuous."""

HELD_BY = {
    "ExposureTime": Lack.EXPOSURE,
    "AnalogueGain": Lack.EXPOSURE,
    "ColourGains": Lack.WHITE_BALANCE,
    "LensPosition": Lack.FOCUS,
}
EXPOSED_BY = [name for name, held in HELD_BY.items() if held is Lack.EXPOSURE]
CONVERGED, FOCUSED, FOCUS_FAILED = 2, 2, 3


def is_settled(metadata: Mapping[str, Any]) -> bool:
    """Return whether the camera has found exposure and focus, as far as it says so.

    Source:
        libcamera's control list: AeState 2 is converged (older versions say AeLocked), AfState 2 focused, 3 failed.
    """
    is_exposed = metadata.get("AeState", CONVERGED) == CONVERGED and bool(metadata.get("AeLocked", True))
    return is_exposed and metadata.get("AfState", FOCUSED) in (FOCUSED, FOCUS_FAILED)


def locking_controls(
    metadata: Mapping[str, Any], *, factor: float, half_period_us: float, gains: tuple[float, float]
) -> dict[str, Any]:
    """Return the controls that keep what the camera found, in exposures of whole half-periods of the mains.

    ``factor`` says by how much more light is wanted, ``gains`` are the least and the most analogue one.

    Returns:
        Controls; of a day so bright that one half-period is too long, a shorter exposure, since daylight does not
        flicker.
    """
    controls: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
    if "ExposureTime" in metadata and "AnalogueGain" in metadata:
        light = float(metadata["ExposureTime"]) * float(metadata["AnalogueGain"]) * factor
        light *= float(metadata.get("DigitalGain", 1.0))
        periods = min(MOST_PERIODS, int(light / (half_period_us * gains[0])))
        exposure_us = periods * half_period_us if periods else light / gains[0]
        controls["ExposureTime"] = round(exposure_us)
        controls["AnalogueGain"] = min(max(light / exposure_us, gains[0]), gains[1])
    if "ColourGains" in metadata:
        controls["ColourGains"] = tuple(float(gain) for gain in metadata["ColourGains"])
    if "LensPosition" in metadata:
        controls |= {"AfMode": 0, "LensPosition": float(metadata["LensPosition"])}
    return controls


def is_exposed_as(controls: Mapping[str, Any], metadata: Mapping[str, Any]) -> bool:
    """Return whether a frame was exposed by time and gain as they were set."""
    return all(_is_kept(name, controls, metadata) for name in EXPOSED_BY)


def locked_as(controls: Mapping[str, Any], metadata: Mapping[str, Any], half_period_us: float) -> Locked:
    """Return what a frame says of the controls that were to be kept: read back, not assumed."""
    loose = {held for name, held in HELD_BY.items() if not _is_kept(name, controls, metadata)}
    exposure_us = int(metadata["ExposureTime"]) if "ExposureTime" in metadata else None
    return Locked.with_exposure(exposure_us, half_period_us=half_period_us, loose=loose)


def _is_kept(name: str, controls: Mapping[str, Any], metadata: Mapping[str, Any]) -> bool:
    if name == "LensPosition" and name not in controls:
        return True  # a lens that cannot move
    if name not in controls or name not in metadata:
        return False
    wanted, got = controls[name], metadata[name]
    match name:
        case "ColourGains":
            return all(abs(a - b) <= GAIN_TOLERANCE * a for a, b in zip(wanted, got, strict=True))
        case "LensPosition":
            return bool(abs(wanted - got) <= LENS_TOLERANCE)
    tolerance = EXPOSURE_TOLERANCE if name == "ExposureTime" else GAIN_TOLERANCE
    return bool(abs(wanted - got) <= tolerance * wanted)
