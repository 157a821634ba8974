"""Moments of setting a device up that the page is looked at in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from firmware.session.state import SessionState
from firmware.session.vocabulary import Notice, NoticeKey, Waiting
from firmware.session.wizard import (
    STEPS,
    Aspect,
    ButtonFacts,
    CalibrationFound,
    CameraLook,
    CameraTrouble,
    FocusLook,
    Heard,
    LightLine,
    LightLook,
    LightTrouble,
    Outcome,
    Progress,
    Rating,
    SheetLook,
    SheetTrouble,
    Side,
    Wizard,
    WizardStep,
)
from tests.firmware.display.scenes import at_table, look
from vision.reading import Verdict

SIZE_WH = (1600, 1200)
OUTLINE = ((500.0, 150.0), (1100.0, 150.0), (1400.0, 450.0), (1400.0, 850.0), (1100.0, 1100.0), (500.0, 1100.0),
           (200.0, 850.0), (200.0, 450.0))  # fmt: skip
SEEN: dict[str, Any] = {"exposed_ns": 7, "size_wh": SIZE_WH, "outline": OUTLINE}
ALL_HEARD = frozenset(Heard)
PARTS = ButtonFacts(has_button=True, has_lamp=True, has_sound=True, presses=2, longest_ms=3.4)


def set_up(
    step: WizardStep, *, skipped: tuple[WizardStep, ...] = (), state: SessionState | None = None, **changes: Any
):
    """Return a session in which the device is set up, the steps before done."""
    before = [*WizardStep].index(step)
    outcomes = tuple(
        Outcome.SKIPPED if each in skipped else Outcome.DONE if index < before else Outcome.OPEN
        for index, each in enumerate(STEPS)
    )
    progress = Progress(step=step, outcomes=outcomes, is_open=True)
    return replace(state or SessionState(), wizard=Wizard(progress=progress, number=1, **changes), set_up=progress)


def _camera(trouble: CameraTrouble | None = None, **changes: Any) -> SessionState:
    known = {"camera": "picamera", "die_px": 68.4, "is_die_seen": True, "lean_deg": 2.13, "trouble": trouble}
    return set_up(WizardStep.CAMERA, look=CameraLook(**{**SEEN, **known, **changes}))


def _lines(*troubles: LightTrouble) -> tuple[LightLine, ...]:
    usual = {
        Aspect.BRIGHTNESS: (231.0, {LightTrouble.TOO_DARK, LightTrouble.TOO_BRIGHT}),
        Aspect.EVENNESS: (1.4, {LightTrouble.UNEVEN}),
        Aspect.GLARE: (0.0125, {LightTrouble.GLARE}),
        Aspect.COLOUR: (1.5, {LightTrouble.COLOURED}),
        Aspect.NOISE: (2.1, {LightTrouble.NOISY}),
        Aspect.FLICKER: (0.223, {LightTrouble.OTHER_MAINS, LightTrouble.LAMP_FLICKERS, LightTrouble.WAVERS}),
    }
    lines = []
    for aspect, (value, ours) in usual.items():
        trouble = next((each for each in troubles if each in ours), None)
        lines.append(LightLine(aspect, Rating.GOOD if trouble is None else Rating.POOR, value, trouble))
    return tuple(lines)


def _light(*troubles: LightTrouble, **changes: Any) -> SessionState:
    found = {"lines": _lines(*troubles), "dice": 5}
    if LightTrouble.GLARE in troubles:
        found |= {"glare_xy": (420.0, 600.0), "glare_side": Side.LEFT}
    return set_up(WizardStep.LIGHT, look=LightLook(**{**SEEN, **found, **changes}))


def _sheet(**changes: Any) -> SessionState:
    shown = {key: changes.pop(key) for key in ("views", "lies", "outline") if key in changes}
    return set_up(WizardStep.SHEET, look=SheetLook(**{**SEEN, "outline": OUTLINE[:4], **shown}), **changes)


def _focus(sharpness: int | None, best: int | None, *, itself: bool = False) -> SessionState:
    return set_up(WizardStep.FOCUS, look=FocusLook(**SEEN, sharpness=sharpness, focuses_itself=itself), best=best)


def _read(step: WizardStep, verdict: Verdict, **changes: Any) -> SessionState:
    reading = look()
    dice = tuple(replace(die, label=label) for die, label in zip(reading.dice, (3, 3, 1, 0, 5), strict=True))
    return set_up(step, reading=replace(reading, verdict=verdict, dice=dice), **changes)


def _told(step: WizardStep, key: NoticeKey, **values: str | int) -> SessionState:
    return set_up(step, notice=Notice(key, tuple(values.items())))


WIZARDS: dict[str, Callable[[], SessionState]] = {
    "camera-looking": lambda: set_up(WizardStep.CAMERA),
    "camera": _camera,
    "camera-about": lambda: _camera(is_die_seen=False, lean_deg=None, camera="usb:12"),
    "camera-no-board": lambda: _camera(CameraTrouble.NO_BOARD, outline=(), die_px=None),
    "camera-dark": lambda: _camera(CameraTrouble.TOO_DARK, outline=(), die_px=None),
    "camera-bright": lambda: _camera(CameraTrouble.TOO_BRIGHT),
    "camera-cut-off": lambda: _camera(CameraTrouble.CUT_OFF, sides=(Side.BOTTOM, Side.RIGHT)),
    "camera-near": lambda: _camera(CameraTrouble.TOO_NEAR, sides=(Side.LEFT, Side.RIGHT)),
    "camera-far": lambda: _camera(CameraTrouble.TOO_FAR, die_px=38.0),
    "camera-lost": lambda: _told(WizardStep.CAMERA, NoticeKey.WIZARD_NO_CAMERA),
    "sheet": lambda: _sheet(views=0, outline=()),
    "sheet-tilted": lambda: _sheet(views=5),
    "sheet-seen": lambda: _sheet(views=8),
    "sheet-lies": lambda: _sheet(views=9, lies=True),
    "sheet-reckoning": lambda: _sheet(views=9, lies=True, waiting=Waiting.SURVEYOR),
    "sheet-done": lambda: _sheet(
        views=9, found=CalibrationFound(has_lens=True, views=9, lean_deg=2.1, height_mm=618.0, in_use=False)
    ),
    "sheet-plain": lambda: _sheet(views=1, found=CalibrationFound(has_lens=False, views=1)),
    **{f"sheet-{trouble.value}": lambda trouble=trouble: _sheet(views=4, refused=trouble) for trouble in SheetTrouble},
    "light-looking": lambda: _light(lines=_lines()[:-1]),
    "light": _light,
    "light-bare": lambda: _light(dice=0),
    **{f"light-{trouble.value}": lambda trouble=trouble: _light(trouble) for trouble in LightTrouble},
    "light-unseen": lambda: _light(lines=tuple(LightLine(aspect, Rating.UNSEEN) for aspect in Aspect)),
    "focus-looking": lambda: set_up(WizardStep.FOCUS),
    "focus": lambda: _focus(142, 151),
    "focus-poor": lambda: _focus(43, 120),
    "focus-no-edge": lambda: _focus(None, None),
    "focus-itself": lambda: _focus(190, 190, itself=True),
    "focus-itself-poor": lambda: _focus(60, 60, itself=True),
    "button": lambda: set_up(WizardStep.BUTTON, facts=ButtonFacts()),
    "button-hold": lambda: set_up(WizardStep.BUTTON, facts=PARTS, heard=frozenset({Heard.SHORT}), lamp=True),
    "button-press": lambda: set_up(WizardStep.BUTTON, facts=PARTS, heard=frozenset({Heard.LONG})),
    "button-done": lambda: set_up(WizardStep.BUTTON, facts=PARTS, heard=ALL_HEARD, lamp=True, sound=True),
    "button-bad": lambda: set_up(
        WizardStep.BUTTON,
        facts=replace(PARTS, bounces=True, debounce_ms=64, sparks=2, longest_ms=31.7),
        heard=ALL_HEARD,
        lamp=False,
        sound=False,
        state=SessionState(is_muted=True),
    ),
    "button-down": lambda: set_up(WizardStep.BUTTON, facts=replace(PARTS, presses=0, is_down=True)),
    "button-stuck": lambda: set_up(WizardStep.BUTTON, facts=PARTS, state=SessionState(is_button_stuck=True)),
    "dice": lambda: set_up(WizardStep.DICE),
    "dice-reading": lambda: set_up(WizardStep.DICE, waiting=Waiting.EYE),
    "dice-known": lambda: _read(WizardStep.DICE, Verdict.CLEAR),
    "dice-unsure": lambda: _read(WizardStep.DICE, Verdict.NOT_SURE),
    "dice-four": lambda: _told(WizardStep.DICE, NoticeKey.WRONG_COUNT, count=4),
    "dice-burning": lambda: _told(WizardStep.DICE, NoticeKey.WIZARD_BURNING),
    "dice-hand": lambda: _told(WizardStep.DICE, NoticeKey.HAND_IN_VIEW),
    "throw": lambda: set_up(WizardStep.THROW),
    "throw-unsure": lambda: _read(WizardStep.THROW, Verdict.NOT_SURE),
    "done": lambda: _read(WizardStep.DONE, Verdict.CLEAR, elapsed_s=187),
    "done-skipped": lambda: _read(WizardStep.DONE, Verdict.CLEAR, elapsed_s=187, skipped=STEPS),
    "done-in-game": lambda: _read(WizardStep.DONE, Verdict.CLEAR, elapsed_s=61, state=at_table(61)),
    "done-unread": lambda: set_up(WizardStep.DONE, elapsed_s=0, skipped=(WizardStep.THROW,)),
}
