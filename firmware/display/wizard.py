"""What the page shows while a device is set up, as plain JSON data."""

from __future__ import annotations

from firmware.display import sentences
from firmware.display.messages import Catalogue
from firmware.display.touches import name_of
from firmware.display.wizard_said import bar, facts, light_line, rating, sentence
from firmware.faces import FACES
from firmware.session.state import SessionState
from firmware.session.vocabulary import Notice, NoticeKey
from firmware.session.wizard import (
    MEASURED,
    READ,
    STEPS,
    CameraLook,
    Heard,
    LightLook,
    SheetLook,
    Told,
    Wizard,
    WizardStep,
)

PRESSED = READ | {WizardStep.BUTTON}
"""Steps in which the button does something of its own, and is shown."""


def wizard_view(state: SessionState, words: Catalogue, *, simulated: bool) -> dict[str, object] | None:
    """Return what the page shows of the dialog, None while it is closed; simulated dice are only thrown."""
    wizard = state.wizard
    if wizard is None:
        return None
    return {
        "step": wizard.step.value,
        "number": wizard.number,
        "title": _title(wizard, words),
        "steps": _steps(wizard, words),
        "is_busy": wizard.waiting is not None,
        "rating": rating(wizard).value,
        "sentence": sentence(wizard, words, is_thrown=simulated, has_sheet=not simulated),
        "notice": _notice(state, wizard, words),
        "facts": facts(state, wizard, words),
        "lines": [light_line(line, words) for line in wizard.look.lines] if isinstance(wizard.look, LightLook) else [],
        "bar": bar(wizard, words),
        "checks": _checks(wizard, words),
        "asks": _asks(wizard, words),
        "picture": _picture(wizard),
        "dice": _dice(wizard),
        "is_measured": wizard.step in MEASURED,
        "is_read": wizard.step in READ,
        "is_live": simulated and wizard.step in READ and wizard.reading is None,
        "has_button": shows_button(state),
        "has_languages": wizard.step is WizardStep.CAMERA,
        "actions": _actions(state, wizard, words),
    }


def shows_button(state: SessionState) -> bool:
    """Return whether a press does something of its own in this step."""
    return state.wizard is not None and state.wizard.step in PRESSED


def clock(seconds: int) -> str:
    """Return a time in minutes and seconds.

    >>> clock(187)
    '3:07'
    """
    return f"{seconds // 60}:{seconds % 60:02}"


def _title(wizard: Wizard, words: Catalogue) -> str:
    if wizard.step is WizardStep.DONE:
        return words.text("wizard.title.done", time=clock(wizard.elapsed_s or 0))
    return words.text(f"wizard.title.{wizard.step.value}")


def _steps(wizard: Wizard, words: Catalogue) -> list[dict[str, object]]:
    named = zip(STEPS, wizard.progress.outcomes, strict=True)
    return [
        {
            "name": words.text(f"wizard.step.{step.value}"),
            "outcome": outcome.value,
            "is_here": step is wizard.step,
        }
        for step, outcome in named
    ]


def _notice(state: SessionState, wizard: Wizard, words: Catalogue) -> str | None:
    shown = wizard.notice
    if shown is None and not state.has_camera:
        shown = Notice(NoticeKey.WIZARD_NO_CAMERA)
    if shown is None and state.is_button_stuck:
        shown = Notice(NoticeKey.BUTTON_STUCK)
    return None if shown is None else sentences.sentence_of(shown, words)


def _checks(wizard: Wizard, words: Catalogue) -> list[dict[str, object]]:
    if wizard.step is not WizardStep.BUTTON:
        return []
    return [{"text": words.text(f"wizard.heard.{how.value}"), "is_done": how in wizard.heard} for how in Heard]


def _asks(wizard: Wizard, words: Catalogue) -> list[dict[str, object]]:
    """Return what only a player can tell: whether lamp and sound, where they are there, were noticed."""
    found = wizard.facts
    if wizard.step is not WizardStep.BUTTON or found is None or not wizard.heard:
        return []
    there = {Told.LAMP: (found.has_lamp, wizard.lamp), Told.SOUND: (found.has_sound, wizard.sound)}
    return [
        {"what": what.value, "text": words.text(f"wizard.ask.{what.value}"), "answer": answer}
        for what, (is_there, answer) in there.items()
        if is_there
    ]


def _picture(wizard: Wizard) -> dict[str, object] | None:
    """Return the newest look with what was found drawn into it, None where there is nothing to be seen."""
    look, reading = wizard.look, wizard.reading
    if look is None:
        if reading is None:
            return None
        return {"url": f"/looks/{reading.exposed_ns}/board.jpg", "size": [4, 3], "outline": [], "spot": None}
    spot = look.glare_xy if isinstance(look, LightLook) else None
    return {
        "url": f"/survey/{look.exposed_ns}.jpg",
        "size": list(look.size_wh),
        "outline": [[round(x, 1), round(y, 1)] for x, y in look.outline],
        "spot": None if spot is None else [round(part, 1) for part in spot],
        "is_doubtful": isinstance(look, CameraLook) and look.trouble is not None,
    }


def _dice(wizard: Wizard) -> list[str | None]:
    """Return the faces that were read, None for one that is no poker face."""
    if wizard.reading is None:
        return []
    labels = (die.label for die in wizard.reading.dice)
    return [name_of(FACES[label]) if label < len(FACES) else None for label in labels]


def _actions(state: SessionState, wizard: Wizard, words: Catalogue) -> list[dict[str, object]]:
    """Return what may be done now, the likeliest last: it stands at the right."""
    if wizard.step is WizardStep.DONE:
        label = words.text("wizard.new-game" if state.game is None else "wizard.to-the-game")
        return [_action("close-wizard", label, is_main=True)]
    passed = wizard.is_passed
    shown = [] if wizard.step is WizardStep.CAMERA else [_action("go-back", words.text("wizard.back"))]
    if wizard.step not in READ:  # there a press does that
        shown.append(_action("try-step-again", words.text("wizard.again")))
    if wizard.step is WizardStep.BUTTON and wizard.facts is not None:
        has_signal = wizard.facts.has_lamp or wizard.facts.has_sound
        shown += [_action("show-signals", words.text("wizard.test"))] if has_signal and wizard.heard else []
    if wizard.offers_teaching:
        shown.append(_action("open-dice", words.text("wizard.teach"), is_main=True))
    if isinstance(wizard.look, SheetLook) and wizard.look.views and wizard.found is None:
        shown.append(_action("use-sheet", words.text("wizard.use")))
    return [*shown, _action("go-on", words.text("wizard.go-on" if passed else "wizard.skip"), is_main=passed)]


def _action(touch: str, label: str, *, is_main: bool = False) -> dict[str, object]:
    return {"touch": touch, "label": label, "is_main": is_main}
