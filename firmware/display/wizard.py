"""What the page shows while a device is set up, as plain JSON data: a sentence, how it is, and the facts behind it."""

from collections.abc import Callable
from typing import assert_never

from firmware.display import sentences
from firmware.display.messages import Catalogue
from firmware.display.names import decimal, share
from firmware.display.touches import name_of
from firmware.faces import FACES
from firmware.ports import Lack
from firmware.session import wizard as setup
from firmware.session.state import SessionState
from firmware.session.vocabulary import Notice, NoticeKey, Waiting
from firmware.settings.address import is_address
from hardware.optics.needs import LEAST_DIE_PX


def wizard_view(state: SessionState, words: Catalogue, *, simulated: bool) -> dict[str, object] | None:
    """Return what the page shows of the dialog, None while it is closed; simulated dice are only thrown."""
    wizard = state.wizard
    if wizard is None:
        return None
    labels = [] if wizard.reading is None else [die.label for die in wizard.reading.dice]
    return {
        "step": wizard.step.value,
        "number": wizard.number,
        "title": words.text(f"wizard.title.{wizard.step.value}"),
        "steps": _steps(wizard, words),
        "is_busy": wizard.waiting is not None,
        "rating": rating(wizard).value,
        "sentence": sentence(wizard, words, is_thrown=simulated, has_sheet=not simulated),
        "notice": _notice(state, wizard, words),
        "facts": facts(state, wizard, words),
        "lines": [light_line(line, words) for line in wizard.look.lines]
        if isinstance(wizard.look, setup.LightLook)
        else [],
        "bar": bar(wizard, words),
        "checks": [
            {"text": words.text(f"wizard.heard.{how.value}"), "is_done": how in wizard.heard}
            for how in (setup.Heard if wizard.step is setup.WizardStep.BUTTON else ())
        ],
        "asks": _asks(wizard, words),
        "takes_address": state.takes_address and wizard.step is setup.WizardStep.CAMERA,
        "has_address": state.has_address,
        "picture": _picture(wizard),
        "dice": [name_of(FACES[label]) if label < len(FACES) else None for label in labels],
        "is_measured": wizard.step in setup.MEASURED,
        "is_read": wizard.step in setup.READ,
        "is_live": simulated and wizard.step in setup.READ and wizard.reading is None,
        "has_button": wizard.step in setup.READ | {setup.WizardStep.BUTTON},  # a press does something of its own
        "has_languages": wizard.step is setup.WizardStep.CAMERA,
        "actions": _actions(state, wizard, words),
    }


def _steps(wizard: setup.Wizard, words: Catalogue) -> list[dict[str, object]]:
    named = zip(setup.STEPS, wizard.progress.outcomes, strict=True)
    return [
        {"name": words.text(f"wizard.step.{step.value}"), "outcome": outcome.value, "is_here": step is wizard.step}
        for step, outcome in named
    ]


def _notice(state: SessionState, wizard: setup.Wizard, words: Catalogue) -> str | None:
    shown = wizard.notice
    if shown is None and not state.has_camera:
        shown = Notice(state.camera_trouble or NoticeKey.WIZARD_NO_CAMERA)
    if shown is None and state.is_button_stuck:
        shown = Notice(NoticeKey.BUTTON_STUCK)
    return None if shown is None else sentences.sentence_of(shown, words)


def _asks(wizard: setup.Wizard, words: Catalogue) -> list[dict[str, object]]:
    """Return what only a player can tell: whether lamp and sound, where they are there, were noticed."""
    found = wizard.facts
    if wizard.step is not setup.WizardStep.BUTTON or found is None or not wizard.heard:
        return []
    there = {setup.Told.LAMP: (found.has_lamp, wizard.lamp), setup.Told.SOUND: (found.has_sound, wizard.sound)}
    return [
        {"what": what.value, "text": words.text(f"wizard.ask.{what.value}"), "answer": answer}
        for what, (is_there, answer) in there.items()
        if is_there
    ]


def _picture(wizard: setup.Wizard) -> dict[str, object] | None:
    """Return the newest look with what was found drawn into it, None where there is nothing to be seen."""
    look, reading = wizard.look, wizard.reading
    if look is None:
        if reading is None:
            return None
        return {"url": f"/looks/{reading.exposed_ns}/board.jpg", "size": [4, 3], "outline": [], "spot": None}
    spot = look.glare_xy if isinstance(look, setup.LightLook) else None
    return {
        "url": f"/survey/{look.exposed_ns}.jpg",
        "size": list(look.size_wh),
        "outline": [[round(x, 1), round(y, 1)] for x, y in look.outline],
        "spot": None if spot is None else [round(part, 1) for part in spot],
        "is_doubtful": isinstance(look, setup.CameraLook) and look.trouble is not None,
    }


def _actions(state: SessionState, wizard: setup.Wizard, words: Catalogue) -> list[dict[str, object]]:
    """Return what may be done now, the likeliest last: it stands at the right."""
    if wizard.step is setup.WizardStep.DONE:
        label = words.text("wizard.new-game" if state.game is None else "wizard.to-the-game")
        return [_action("close-wizard", label, is_main=True)]
    passed = wizard.is_passed
    shown = [] if wizard.step is setup.WizardStep.CAMERA else [_action("go-back", words.text("wizard.back"))]
    if wizard.step not in setup.READ:  # there a press does that
        shown.append(_action("try-step-again", words.text("wizard.again")))
    if wizard.step is setup.WizardStep.BUTTON and wizard.facts is not None:
        has_signal = wizard.facts.has_lamp or wizard.facts.has_sound
        shown += [_action("show-signals", words.text("wizard.test"))] if has_signal and wizard.heard else []
    if wizard.offers_teaching:
        shown.append(_action("open-dice", words.text("wizard.teach"), is_main=True))
    if isinstance(wizard.look, setup.SheetLook) and wizard.look.views and wizard.found is None:
        shown.append(_action("use-sheet", words.text("wizard.use")))
    return [*shown, _action("go-on", words.text("wizard.go-on" if passed else "wizard.skip"), is_main=passed)]


def _action(touch: str, label: str, *, is_main: bool = False) -> dict[str, object]:
    return {"touch": touch, "label": label, "is_main": is_main}


def rating(wizard: setup.Wizard) -> setup.Rating:
    """Return how the step stands, as a traffic light."""
    if wizard.step is setup.WizardStep.SHEET:
        if wizard.found is not None:
            return setup.Rating.GOOD
        return setup.Rating.UNSEEN if wizard.refused is None else setup.Rating.POOR
    if wizard.is_passed:
        return setup.Rating.GOOD
    is_seen = wizard.look is not None and not (isinstance(wizard.look, setup.LightLook) and _is_measuring(wizard.look))
    return setup.Rating.POOR if is_seen or wizard.reading is not None else setup.Rating.UNSEEN


def sentence(wizard: setup.Wizard, words: Catalogue, *, is_thrown: bool, has_sheet: bool) -> str:
    """Return what the device sees, and what to do next; on the simulated board no sheet is shown and a press throws."""
    if wizard.step is setup.WizardStep.SHEET and not has_sheet:
        return words.text("wizard.sheet.unavailable")
    return _dice(wizard, words, is_thrown=is_thrown) if wizard.step in setup.READ else _SAID[wizard.step](wizard, words)


def facts(state: SessionState, wizard: setup.Wizard, words: Catalogue) -> list[str]:
    """Return the numbers behind the sentence, and what else is to be known."""
    look = wizard.look
    match wizard.step:
        case setup.WizardStep.CAMERA if isinstance(look, setup.CameraLook):
            return _camera_facts(look, words)
        case setup.WizardStep.SHEET:
            return _sheet_facts(wizard, words)
        case setup.WizardStep.BUTTON if wizard.facts is not None:
            return _button_facts(state, wizard, words)
        case _:
            return []


# -- camera ----------------------------------------------------------------------------------------------------


def _camera(wizard: setup.Wizard, words: Catalogue) -> str:
    look = wizard.look
    if not isinstance(look, setup.CameraLook):
        return words.text("wizard.camera.looking")
    if look.trouble is None:
        return words.text("wizard.camera.good")
    sides = ", ".join(words.text(f"wizard.side.{side.value}") for side in look.sides)
    px = 0 if look.die_px is None else round(look.die_px)
    return words.text(f"wizard.camera.{look.trouble.value}", sides=sides, px=px, least=round(LEAST_DIE_PX))


def _camera_facts(look: setup.CameraLook, words: Catalogue) -> list[str]:
    told = [words.text("wizard.fact.camera", name=camera_name(look.camera, words))]
    if look.die_px is not None and look.trouble is not setup.CameraTrouble.TOO_FAR:
        message = "wizard.fact.die" if look.is_die_seen else "wizard.fact.die-about"
        told.append(words.text(message, px=round(look.die_px)))
    if look.heights_mm is not None and look.trouble in _HEIGHTS:
        low, high = (round(each / 10) for each in look.heights_mm)
        told.append(words.text("wizard.fact.heights", low=low, high=high))
    px = {"px": round(look.widest_px), "least": round(LEAST_DIE_PX)}
    # First the board is put right; and what a phone lacks its app may have.
    shown = {Lack.NETWORK, Lack.SMALL} if look.trouble is not None or Lack.NETWORK in look.lacks else look.lacks
    lacks = [words.text(f"wizard.lack.{lack.replace(' ', '-')}", **px) for lack in look.lacks if lack in shown]
    return [*told, *_lean(look.lean_deg, words), *lacks]


def _lean(lean_deg: float | None, words: Catalogue) -> list[str]:
    return [] if lean_deg is None else [words.text("wizard.fact.lean", lean=decimal(lean_deg, words.language))]


_HEIGHTS = (setup.CameraTrouble.CUT_OFF, setup.CameraTrouble.TOO_NEAR, setup.CameraTrouble.TOO_FAR)


def camera_name(source: str, words: Catalogue) -> str:
    """Return what a camera of the settings is called by people."""
    kind, _, number = source.partition(":")
    known = f"wizard.source.{'network' if is_address(source) else kind}"
    return words.text(known, number=number) if known in words.message_ids else source


# -- sheet -----------------------------------------------------------------------------------------------------


def _sheet(wizard: setup.Wizard, words: Catalogue) -> str:
    look = wizard.look
    if wizard.waiting is Waiting.SURVEYOR:
        return words.text("wizard.sheet.reckoning")
    if wizard.found is not None:
        return words.text("wizard.sheet.good" if wizard.found.has_lens else "wizard.sheet.good-plain")
    if wizard.refused is not None:
        return words.text(f"wizard.sheet.{wizard.refused.value}")
    if not isinstance(look, setup.SheetLook) or not look.views:
        return words.text("wizard.sheet.show")
    if look.lies:
        return words.text("wizard.sheet.lies")
    return words.text("wizard.sheet.lay" if look.views >= look.wanted else "wizard.sheet.tilt")


def _sheet_facts(wizard: setup.Wizard, words: Catalogue) -> list[str]:
    found, look = wizard.found, wizard.look
    if found is None:
        if not isinstance(look, setup.SheetLook) or not look.views:
            return []
        return [words.text("wizard.fact.views", views=min(look.views, look.wanted), wanted=look.wanted)]
    told = [] if found.height_mm is None else [words.text("wizard.fact.height", height=round(found.height_mm / 10))]
    told += _lean(found.lean_deg, words)
    return told if found.in_use else [*told, words.text("wizard.fact.next-start")]


# -- light and focus -------------------------------------------------------------------------------------------


def _is_measuring(look: setup.LightLook) -> bool:
    """Tell whether flicker was not watched for long enough, and nothing else is wrong."""
    return len(look.lines) < len(setup.Aspect) and not any(line.rating is setup.Rating.POOR for line in look.lines)


def _light(wizard: setup.Wizard, words: Catalogue) -> str:
    look = wizard.look
    if not isinstance(look, setup.LightLook) or _is_measuring(look):
        return words.text("wizard.light.looking")
    trouble = next((line.trouble for line in look.lines if line.trouble is not None), None)
    if trouble is None:
        return words.text("wizard.light.good" if look.dice else "wizard.light.good-bare")
    side = "" if look.glare_side is None else words.text(f"wizard.side.{look.glare_side.value}")
    return words.text(f"wizard.trouble.{trouble.value}", side=side)


def light_line(line: setup.LightLine, words: Catalogue) -> dict[str, object]:
    """Return an aspect of the light as a line with its traffic light."""
    return {
        "name": words.text(f"wizard.aspect.{line.aspect.value}"),
        "rating": line.rating.value,
        "text": words.text(f"wizard.rating.{line.rating.value}"),
        "value": "" if line.value is None else _value(line.aspect, line.value, words.language),
    }


def _value(aspect: setup.Aspect, value: float, language: str) -> str:
    match aspect:
        case setup.Aspect.BRIGHTNESS:
            return decimal(value, language, digits=0)
        case setup.Aspect.NOISE:
            return decimal(value, language)
        case setup.Aspect.EVENNESS | setup.Aspect.COLOUR:
            return f"{decimal(value, language)}\N{NARROW NO-BREAK SPACE}×"
        case setup.Aspect.GLARE | setup.Aspect.FLICKER:
            return share(value, language)
        case _:
            assert_never(aspect)


def _focus(wizard: setup.Wizard, words: Catalogue) -> str:
    look = wizard.look
    if not isinstance(look, setup.FocusLook):
        return words.text("wizard.focus.looking")
    if look.sharpness is None:
        return words.text("wizard.focus.no-edge")
    if look.focuses_itself:
        return words.text("wizard.focus.itself-good" if setup.is_good(look) else "wizard.focus.itself")
    return words.text("wizard.focus.good" if setup.is_good(look) else "wizard.focus.turn")


def bar(wizard: setup.Wizard, words: Catalogue) -> dict[str, object] | None:
    """Return the sharpness as a bar, None where nothing is measured."""
    look = wizard.look
    if not isinstance(look, setup.FocusLook) or look.sharpness is None:
        return None
    best = max(look.sharpness, wizard.best or 0)
    text = words.text("wizard.focus.bar", value=look.sharpness, best=best, enough=setup.SHARP_ENOUGH)
    return {"value": look.sharpness, "best": best, "enough": setup.SHARP_ENOUGH, "text": text}


# -- button ----------------------------------------------------------------------------------------------------


def _button(wizard: setup.Wizard, words: Catalogue) -> str:
    if wizard.facts is not None and wizard.facts.is_down:
        return words.text("wizard.button.is-down")
    if wizard.is_passed:
        return words.text("wizard.button.good")
    if not wizard.heard:
        return words.text("wizard.button.press")
    return words.text("wizard.button.hold" if setup.Heard.SHORT in wizard.heard else "wizard.button.press-too")


def _button_facts(state: SessionState, wizard: setup.Wizard, words: Catalogue) -> list[str]:
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


def _dice(wizard: setup.Wizard, words: Catalogue, *, is_thrown: bool) -> str:
    if wizard.waiting is Waiting.EYE:
        return words.text("wizard.reading")
    step = wizard.step.value
    if wizard.reading is None:
        return words.text(f"wizard.{step}.{'cast' if is_thrown else 'lay'}")
    return words.text("wizard.dice.good" if wizard.is_passed else f"wizard.{step}.unsure")


def _done(wizard: setup.Wizard, words: Catalogue) -> str:
    named, sheet = zip(setup.STEPS, wizard.progress.outcomes, strict=True), setup.WizardStep.SHEET  # nobody needs it
    missed = [step for step, outcome in named if outcome is not setup.Outcome.DONE and step is not sheet]
    skipped = [words.text(f"wizard.step.{step.value}") for step in missed]
    if not skipped:
        return words.text("wizard.done.good")
    return words.text("wizard.done.skipped", steps=", ".join(skipped))


_SAID: dict[setup.WizardStep, Callable[[setup.Wizard, Catalogue], str]] = {
    setup.WizardStep.CAMERA: _camera,
    setup.WizardStep.SHEET: _sheet,
    setup.WizardStep.LIGHT: _light,
    setup.WizardStep.FOCUS: _focus,
    setup.WizardStep.BUTTON: _button,
    setup.WizardStep.DONE: _done,
}
