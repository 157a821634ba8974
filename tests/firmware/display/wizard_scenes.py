"""Moments of setting a device up that the page is looked at in."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from firmware.ports import Lack
from firmware.session import wizard as w
from firmware.session.state import SessionState
from firmware.session.vocabulary import Notice, NoticeKey
from tests.firmware.display.scenes import at_table, look
from vision.reading import Verdict

OUTLINE = ((500.0, 150.0), (1100.0, 150.0), (1400.0, 450.0), (1400.0, 850.0), (1100.0, 1100.0), (500.0, 1100.0),
           (200.0, 850.0), (200.0, 450.0))  # fmt: skip
SEEN: dict[str, Any] = {"exposed_ns": 7, "size_wh": (1600, 1200), "outline": OUTLINE}
ALL_HEARD = frozenset(w.Heard)
PARTS = w.ButtonFacts(has_button=True, has_lamp=True, has_sound=True, presses=2, longest_ms=3.4)
BAD = replace(PARTS, bounces=True, debounce_ms=64, sparks=2, longest_ms=31.7)


def set_up(
    step: w.WizardStep, *, skipped: tuple[w.WizardStep, ...] = (), state: SessionState | None = None, **changes: Any
):
    """Return a session in which the device is set up, the steps before done."""
    before = [*w.WizardStep].index(step)
    outcomes = tuple(
        w.Outcome.SKIPPED if each in skipped else w.Outcome.DONE if index < before else w.Outcome.OPEN
        for index, each in enumerate(w.STEPS)
    )
    progress = w.Progress(step=step, outcomes=outcomes, is_open=True)
    return replace(state or SessionState(), wizard=w.Wizard(progress=progress, number=1, **changes), set_up=progress)


def _camera(trouble: w.CameraTrouble | None = None, **changes: Any) -> SessionState:
    known = {"camera": "picamera", "die_px": 68.4, "is_die_seen": True, "lean_deg": 2.13, "trouble": trouble}
    return set_up(w.WizardStep.CAMERA, look=w.CameraLook(**{**SEEN, **known, **changes}))


FAR = w.CameraTrouble.TOO_FAR
POOR = (Lack.EXPOSURE, Lack.WHITE_BALANCE, Lack.LENS, Lack.SMALL)
ASPECT_OF = {
    **dict.fromkeys((w.LightTrouble.TOO_DARK, w.LightTrouble.TOO_BRIGHT), w.Aspect.BRIGHTNESS),
    **{w.LightTrouble.UNEVEN: w.Aspect.EVENNESS, w.LightTrouble.GLARE: w.Aspect.GLARE},
    **{w.LightTrouble.COLOURED: w.Aspect.COLOUR, w.LightTrouble.NOISY: w.Aspect.NOISE},
}
"""All others are of flicker."""


def _lines(*troubles: w.LightTrouble) -> tuple[w.LightLine, ...]:
    values = (231.0, 1.4, 0.0125, 1.5, 2.1, 0.223)
    lines = {aspect: w.LightLine(aspect, w.Rating.GOOD, value) for aspect, value in zip(w.Aspect, values, strict=True)}
    for trouble in troubles:
        aspect = ASPECT_OF.get(trouble, w.Aspect.FLICKER)
        lines[aspect] = replace(lines[aspect], rating=w.Rating.POOR, trouble=trouble)
    return tuple(lines.values())


def _light(*troubles: w.LightTrouble, **changes: Any) -> SessionState:
    found = {"lines": _lines(*troubles), "dice": 5}
    if w.LightTrouble.GLARE in troubles:
        found |= {"glare_xy": (420.0, 600.0), "glare_side": w.Side.LEFT}
    return set_up(w.WizardStep.LIGHT, look=w.LightLook(**{**SEEN, **found, **changes}))


def _sheet(**changes: Any) -> SessionState:
    shown = {key: changes.pop(key) for key in ("views", "lies", "outline") if key in changes}
    return set_up(w.WizardStep.SHEET, look=w.SheetLook(**{**SEEN, "outline": OUTLINE[:4], **shown}), **changes)


def _focus(sharpness: int | None, best: int | None, *, itself: bool = False) -> SessionState:
    return set_up(w.WizardStep.FOCUS, look=w.FocusLook(**SEEN, sharpness=sharpness, focuses_itself=itself), best=best)


def _read(step: w.WizardStep, verdict: Verdict, **changes: Any) -> SessionState:
    reading = look()
    dice = tuple(replace(die, label=label) for die, label in zip(reading.dice, (3, 3, 1, 0, 5), strict=True))
    return set_up(step, reading=replace(reading, verdict=verdict, dice=dice), **changes)


def _button(facts: w.ButtonFacts = PARTS, **changes: Any) -> SessionState:
    return set_up(w.WizardStep.BUTTON, facts=facts, **changes)


def _told(step: w.WizardStep, key: NoticeKey, **values: str | int) -> SessionState:
    return set_up(step, notice=Notice(key, tuple(values.items())))


FOUND = w.CalibrationFound(has_lens=True, views=9, lean_deg=2.1, height_mm=618.0, in_use=False)
WIZARDS: dict[str, Callable[[], SessionState]] = {
    "camera-looking": lambda: set_up(w.WizardStep.CAMERA),
    "camera": _camera,
    "camera-dark": lambda: _camera(w.CameraTrouble.TOO_DARK, outline=(), die_px=None),
    "camera-cut-off": lambda: _camera(w.CameraTrouble.CUT_OFF, sides=(w.Side.BOTTOM, w.Side.RIGHT)),
    "camera-far": lambda: _camera(FAR, die_px=38.0, lacks=POOR, heights_mm=(506, 724), widest_px=26),
    "camera-poor": lambda: replace(_camera(lacks=POOR, widest_px=25.6), takes_address=True),
    "camera-lost": lambda: _told(w.WizardStep.CAMERA, NoticeKey.WIZARD_NO_CAMERA),
    "sheet": lambda: _sheet(views=0, outline=()),
    "sheet-tilted": lambda: _sheet(views=5),
    "sheet-seen": lambda: _sheet(views=8),
    "sheet-lies": lambda: _sheet(views=9, lies=True),
    "sheet-done": lambda: _sheet(views=9, found=FOUND),
    **{f"sheet-{why.value}": lambda why=why: _sheet(views=4, refused=why) for why in w.SheetTrouble},
    "light-looking": lambda: _light(lines=_lines()[:-1]),
    "light": _light,
    **{f"light-{trouble.value}": lambda trouble=trouble: _light(trouble) for trouble in w.LightTrouble},
    "focus": lambda: _focus(142, 151),
    "focus-poor": lambda: _focus(43, 120),
    "focus-no-edge": lambda: _focus(None, None),
    "focus-itself": lambda: _focus(190, 190, itself=True),
    "button": lambda: _button(w.ButtonFacts()),
    "button-hold": lambda: _button(heard=frozenset({w.Heard.SHORT}), lamp=True),
    "button-press": lambda: _button(heard=frozenset({w.Heard.LONG})),
    "button-done": lambda: _button(heard=ALL_HEARD, lamp=True, sound=True),
    "button-bad": lambda: _button(BAD, heard=ALL_HEARD, lamp=False, sound=False, state=SessionState(is_muted=True)),
    "button-down": lambda: _button(replace(PARTS, presses=0, is_down=True)),
    "button-stuck": lambda: _button(state=SessionState(is_button_stuck=True)),
    "dice": lambda: set_up(w.WizardStep.DICE),
    "dice-known": lambda: _read(w.WizardStep.DICE, Verdict.CLEAR),
    "dice-unsure": lambda: _read(w.WizardStep.DICE, Verdict.NOT_SURE),
    "dice-four": lambda: _told(w.WizardStep.DICE, NoticeKey.WRONG_COUNT, count=4),
    "throw": lambda: set_up(w.WizardStep.THROW),
    "throw-unsure": lambda: _read(w.WizardStep.THROW, Verdict.NOT_SURE),
    "done": lambda: _read(w.WizardStep.DONE, Verdict.CLEAR),
    "done-skipped": lambda: _read(w.WizardStep.DONE, Verdict.CLEAR, skipped=w.STEPS),
    "done-in-game": lambda: _read(w.WizardStep.DONE, Verdict.CLEAR, state=at_table(61)),
}
