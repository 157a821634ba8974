"""What is said in each step of setting a device up: one sentence, how it is, and the facts behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from firmware.display.messages import Catalogue
from firmware.display.numbers import decimal, share
from firmware.session.state import SessionState
from firmware.session.vocabulary import Waiting
from firmware.session.wizard import (
    OPTIONAL,
    READ,
    SHARP_ENOUGH,
    STEPS,
    Aspect,
    CameraLook,
    CameraTrouble,
    FocusLook,
    Heard,
    LightLine,
    LightLook,
    LightTrouble,
    Outcome,
    Rating,
    SheetLook,
    Wizard,
    WizardStep,
    is_good,
)
from hardware.optics.needs import LEAST_DIE_PX


def rating(wizard: Wizard) -> Rating:
    """Return how the step stands, as a traffic light."""
    if wizard.step is WizardStep.SHEET:
        if wizard.found is not None:
            return Rating.GOOD
        return Rating.UNSEEN if wizard.refused is None else Rating.POOR
    if wizard.is_passed:
        return Rating.GOOD
    is_seen = wizard.look is not None and not (isinstance(wizard.look, LightLook) and _is_measuring(wizard.look))
    return Rating.POOR if is_seen or wizard.reading is not None else Rating.UNSEEN


def sentence(wizard: Wizard, words: Catalogue, *, is_thrown: bool, has_sheet: bool) -> str:
    """Return what the device sees, and what to do next; on the simulated board no sheet is shown and a press throws."""
    if wizard.step is WizardStep.SHEET and not has_sheet:
        return words.text("wizard.sheet.unavailable")
    return _dice(wizard, words, is_thrown=is_thrown) if wizard.step in READ else _SAID[wizard.step](wizard, words)


def facts(state: SessionState, wizard: Wizard, words: Catalogue) -> list[str]:
    """Return the numbers behind the sentence, and what else is to be known."""
    look = wizard.look
    match wizard.step:
        case WizardStep.CAMERA if isinstance(look, CameraLook):
            return _camera_facts(look, words)
        case WizardStep.SHEET:
            return _sheet_facts(wizard, words)
        case WizardStep.BUTTON if wizard.facts is not None:
            return _button_facts(state, wizard, words)
        case _:
            return []


# -- camera ----------------------------------------------------------------------------------------------------


def _camera(wizard: Wizard, words: Catalogue) -> str:
    look = wizard.look
    if not isinstance(look, CameraLook):
        return words.text("wizard.camera.looking")
    if look.trouble is None:
        return words.text("wizard.camera.good")
    sides = ", ".join(words.text(f"wizard.side.{side.value}") for side in look.sides)
    px = 0 if look.die_px is None else round(look.die_px)
    return words.text(f"wizard.camera.{look.trouble.value}", sides=sides, px=px, least=round(LEAST_DIE_PX))


def _camera_facts(look: CameraLook, words: Catalogue) -> list[str]:
    told = [words.text("wizard.fact.camera", name=camera_name(look.camera, words))]
    if look.die_px is not None and look.trouble is not CameraTrouble.TOO_FAR:
        message = "wizard.fact.die" if look.is_die_seen else "wizard.fact.die-about"
        told.append(words.text(message, px=round(look.die_px)))
    return [*told, *_lean(look.lean_deg, words)]


def _lean(lean_deg: float | None, words: Catalogue) -> list[str]:
    return [] if lean_deg is None else [words.text("wizard.fact.lean", lean=decimal(lean_deg, words.language))]


def camera_name(source: str, words: Catalogue) -> str:
    """Return what a camera of the settings is called by people."""
    kind, _, number = source.partition(":")
    known = f"wizard.source.{kind}"
    return words.text(known, number=number) if known in words.message_ids else source


# -- sheet -----------------------------------------------------------------------------------------------------


def _sheet(wizard: Wizard, words: Catalogue) -> str:
    look = wizard.look
    if wizard.waiting is Waiting.SURVEYOR:
        return words.text("wizard.sheet.reckoning")
    if wizard.found is not None:
        return words.text("wizard.sheet.good" if wizard.found.has_lens else "wizard.sheet.good-plain")
    if wizard.refused is not None:
        return words.text(f"wizard.sheet.{wizard.refused.value}")
    if not isinstance(look, SheetLook) or not look.views:
        return words.text("wizard.sheet.show")
    if look.lies:
        return words.text("wizard.sheet.lies")
    return words.text("wizard.sheet.lay" if look.views >= look.wanted else "wizard.sheet.tilt")


def _sheet_facts(wizard: Wizard, words: Catalogue) -> list[str]:
    found, look = wizard.found, wizard.look
    if found is None:
        if not isinstance(look, SheetLook) or not look.views:
            return []
        return [words.text("wizard.fact.views", views=min(look.views, look.wanted), wanted=look.wanted)]
    told = [] if found.height_mm is None else [words.text("wizard.fact.height", height=round(found.height_mm / 10))]
    told += _lean(found.lean_deg, words)
    return told if found.in_use else [*told, words.text("wizard.fact.next-start")]


# -- light and focus -------------------------------------------------------------------------------------------


def _is_measuring(look: LightLook) -> bool:
    """Tell whether flicker was not watched for long enough, and nothing else is wrong."""
    return len(look.lines) < len(Aspect) and not any(line.rating is Rating.POOR for line in look.lines)


def _light(wizard: Wizard, words: Catalogue) -> str:
    look = wizard.look
    if not isinstance(look, LightLook) or _is_measuring(look):
        return words.text("wizard.light.looking")
    trouble = next((line.trouble for line in look.lines if line.trouble is not None), None)
    if trouble is None:
        return words.text("wizard.light.good" if look.dice else "wizard.light.good-bare")
    return _mend(trouble, look, words)


def _mend(trouble: LightTrouble, look: LightLook, words: Catalogue) -> str:
    side = "" if look.glare_side is None else words.text(f"wizard.side.{look.glare_side.value}")
    return words.text(f"wizard.trouble.{trouble.value}", side=side)


def light_line(line: LightLine, words: Catalogue) -> dict[str, object]:
    """Return an aspect of the light as a line with its traffic light."""
    return {
        "name": words.text(f"wizard.aspect.{line.aspect.value}"),
        "rating": line.rating.value,
        "text": words.text(f"wizard.rating.{line.rating.value}"),
        "value": "" if line.value is None else _value(line.aspect, line.value, words.language),
    }


def _value(aspect: Aspect, value: float, language: str) -> str:
    match aspect:
        case Aspect.BRIGHTNESS:
            return decimal(value, language, digits=0)
        case Aspect.NOISE:
            return decimal(value, language)
        case Aspect.EVENNESS | Aspect.COLOUR:
            return f"{decimal(value, language)}\N{NARROW NO-BREAK SPACE}×"
        case Aspect.GLARE | Aspect.FLICKER:
            return share(value, language)
        case _:
            assert_never(aspect)


def _focus(wizard: Wizard, words: Catalogue) -> str:
    look = wizard.look
    if not isinstance(look, FocusLook):
        return words.text("wizard.focus.looking")
    if look.sharpness is None:
        return words.text("wizard.focus.no-edge")
    if look.focuses_itself:
        return words.text("wizard.focus.itself-good" if is_good(look) else "wizard.focus.itself")
    return words.text("wizard.focus.good" if is_good(look) else "wizard.focus.turn")


def bar(wizard: Wizard, words: Catalogue) -> dict[str, object] | None:
    """Return the sharpness as a bar, None where nothing is measured."""
    look = wizard.look
    if not isinstance(look, FocusLook) or look.sharpness is None:
        return None
    best = max(look.sharpness, wizard.best or 0)
    text = words.text("wizard.focus.bar", value=look.sharpness, best=best, enough=SHARP_ENOUGH)
    return {"value": look.sharpness, "best": best, "enough": SHARP_ENOUGH, "text": text}


# -- button ----------------------------------------------------------------------------------------------------


def _button(wizard: Wizard, words: Catalogue) -> str:
    if wizard.facts is not None and wizard.facts.is_down:
        return words.text("wizard.button.is-down")
    if wizard.is_passed:
        return words.text("wizard.button.good")
    if not wizard.heard:
        return words.text("wizard.button.press")
    return words.text("wizard.button.hold" if Heard.SHORT in wizard.heard else "wizard.button.press-too")


def _button_facts(state: SessionState, wizard: Wizard, words: Catalogue) -> list[str]:
    found = wizard.facts
    assert found is not None
    told = []
    if not found.has_button:
        told.append(words.text("wizard.fact.no-button"))
    elif found.presses:
        ms = decimal(found.longest_ms, words.language)
        told.append(words.text("wizard.fact.contact", presses=found.presses, ms=ms))
    if found.bounces:
        told.append(words.text("wizard.fact.bounces", ms=found.debounce_ms))
    if found.sparks:
        told.append(words.text("wizard.fact.sparks"))
    if found.has_sound and state.is_muted:
        told.append(words.text("wizard.fact.muted"))
    told += [words.text(f"wizard.mend.{what}") for what in ("lamp", "sound") if getattr(wizard, what) is False]
    return told


# -- dice ------------------------------------------------------------------------------------------------------


def _dice(wizard: Wizard, words: Catalogue, *, is_thrown: bool) -> str:
    if wizard.waiting is Waiting.EYE:
        return words.text("wizard.reading")
    step = wizard.step.value
    if wizard.reading is None:
        return words.text(f"wizard.{step}.{'cast' if is_thrown else 'lay'}")
    return words.text("wizard.dice.good" if wizard.is_passed else f"wizard.{step}.unsure")


def _done(wizard: Wizard, words: Catalogue) -> str:
    named = zip(STEPS, wizard.progress.outcomes, strict=True)
    missed = [step for step, outcome in named if outcome is not Outcome.DONE and step not in OPTIONAL]
    skipped = [words.text(f"wizard.step.{step.value}") for step in missed]
    if not skipped:
        return words.text("wizard.done.good")
    return words.text("wizard.done.skipped", steps=", ".join(skipped))


_SAID: dict[WizardStep, Callable[[Wizard, Catalogue], str]] = {
    WizardStep.CAMERA: _camera,
    WizardStep.SHEET: _sheet,
    WizardStep.LIGHT: _light,
    WizardStep.FOCUS: _focus,
    WizardStep.BUTTON: _button,
    WizardStep.DONE: _done,
}
