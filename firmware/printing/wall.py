"""Cards of the rules and for the wall, labels around the button, the calibration sheet: all but what is played on."""

from typing import Any

from firmware.display.cards import card
from firmware.display.messages import Catalogue
from firmware.display.names import form_name, letter
from firmware.errors import PrintError
from firmware.ports import Signal
from firmware.session.choosing import FORMS, Choice
from firmware.signals.lamp_pattern import brightness
from firmware.signals.press import PressTiming
from hardware.numbers import Numbers
from hardware.paper.calibration import RULER_MM, CalibrationPage, calibration_pdf
from hardware.paper.page import Box
from hardware.paper.rings import Ring, rings_pdf
from hardware.paper.rules_card import DiceRow, DiceTable, RulesCard, cards_pdf
from hardware.paper.wall_card import LampSign, Panel, WallCard, wall_card_pdf
from scoring.dice import Face
from scoring.turns.turn import THROWS_A_TURN
from vision.find.sheet import SQUARE_MM, SQUARES_WH, dark_boxes

# Signals that last, each with so many seconds of it; the game's end breathes slowly.
_LASTING = (Signal.READY, Signal.READING, Signal.ASKING, Signal.BURNING, Signal.PROBLEM)
SHOWN_S = {**dict.fromkeys(_LASTING, 3.0), Signal.GAME_OVER: 8.0}
_STEPS = 240
_LONG_S, _MENU_S = (round(held_ns / 1e9) for held_ns in (PressTiming().long_ns, PressTiming().menu_ns))
_TAP_S = 0.2
_EXAMPLE_SCALE = 1.02  # what printers that fit a page to their margins, or leave them out, are often off by


def wall_pdf(words: Catalogue) -> bytes:
    """Return the card for the wall."""
    card = WallCard(
        title=words.text("paper.wall"),
        panels=(
            Panel(words.text("paper.wall-throw"), words.text("paper.wall-throw-told")),
            Panel(words.text("paper.wall-leave"), words.text("paper.wall-leave-told", throws=THROWS_A_TURN)),
            Panel(words.text("paper.wall-enter"), words.text("paper.wall-enter-told")),
            Panel(words.text("paper.wall-burning"), words.text("card.burning")),
            Panel(words.text("paper.wall-plug"), words.text("paper.wall-plug-told")),
        ),
        press=words.text("paper.wall-press"),
        presses=(
            (_TAP_S, words.text("paper.press-short"), words.text("paper.press-throw")),
            (_LONG_S, words.text("paper.press-seconds", count=_LONG_S), words.text("paper.press-enter")),
            (_MENU_S, words.text("paper.press-seconds", count=_MENU_S), words.text("paper.press-menu")),
        ),
        lamp_title=words.text("paper.lamp"),
        lamp=tuple(_sign(signal, words) for signal in SHOWN_S),
        letters=tuple(letter(face, words) for face in Face),
    )
    return wall_card_pdf(card, language=words.language)


def labels_pdf(words: Catalogue, numbers: Numbers, *, paper_scale: float) -> bytes:
    """Return the labels around the button, true to scale.

    Raises:
        NumbersError: If they cannot be printed so.
    """
    labels = numbers.labels
    rings = [
        Ring(
            hole_mm=hole_mm,
            bezel_mm=hole_mm + labels.bezel_over_mm,
            band_mm=labels.band_mm,
            top=words.text("paper.label-top"),
            bottom=words.text("paper.label-bottom", long=_LONG_S, menu=_MENU_S),
            caption=words.text("paper.label-for", hole=f"{hole_mm:g}"),
        )
        for hole_mm in labels.holes_mm
    ]
    told = words.text("paper.labels-told")
    return rings_pdf(words.text("paper.labels"), told, rings, language=words.language, paper_scale=paper_scale)


def _sign(signal: Signal, words: Catalogue) -> LampSign:
    step = SHOWN_S[signal] / _STEPS
    return LampSign(
        levels=tuple(brightness(signal, number * step) for number in range(_STEPS)),
        shows=words.text(f"paper.shows.{signal.value}"),
        means=words.text("throw.burning" if signal is Signal.BURNING else f"paper.lamp.{signal.value}"),
    )


def rules_pdf(words: Catalogue, *, wanted: str | None = None) -> bytes:
    """Return the rules on cards of A5, two a page.

    Raises:
        PrintError: If there is no such game.
    """
    try:
        choices = tuple(Choice) if wanted is None else (Choice(wanted),)
    except ValueError as error:
        raise PrintError(f'There are no rules of "{wanted}"; the games are {", ".join(Choice)}.') from error
    cards = [rules_card(make(players=("1", "2")), words) for choice in choices for make in FORMS[choice]]
    title = words.text("paper.rules") if wanted is None else form_name(choices[0], 0, words)
    return cards_pdf(title, cards, language=words.language)


def rules_card(agreed: Any, words: Catalogue) -> RulesCard:
    """Return the rules of what was agreed, as a card on paper."""
    found: dict[str, Any] = card(agreed, words)
    return RulesCard(
        title=found["title"], told=tuple(found["told"]), tables=tuple(_table(each, words) for each in found["tables"])
    )


def _table(table: dict[str, Any], words: Catalogue) -> DiceTable:
    rows = tuple(
        DiceRow(
            letters=tuple(words.text(f"letter.{face}") for face in row["faces"]),
            text=row["text"],
            values=tuple(row["values"]),
            is_scale=bool(row.get("is_scale")),
        )
        for row in table["rows"]
    )
    return DiceTable(title=table["title"], heads=tuple(table["heads"]), rows=rows, marked=table.get("marked"))


def calibration_sheet_pdf(words: Catalogue, *, paper_scale: float = 1.0) -> bytes:
    """Return the calibration sheet, true to scale.

    A line of 100 mm on paper measures ``paper_scale`` times 100 mm.

    Raises:
        NumbersError: If it does not fit the page any more.
    """
    told = [words.text("paper.calibration-print"), words.text("paper.calibration-measure", mm=RULER_MM)]
    if paper_scale == 1.0:
        measured = f"{_EXAMPLE_SCALE * RULER_MM:g}"
        told.append(words.text("paper.calibration-else", measured=measured, scale=f"{_EXAMPLE_SCALE:g}"))
    else:
        told.append(words.text("paper.calibration-made", measured=f"{paper_scale * RULER_MM:g}"))
    page = CalibrationPage(
        title=words.text("paper.calibration"),
        told=tuple(told),
        squares=tuple(Box(*each) for each in dark_boxes()),
        pattern_wh_mm=(SQUARES_WH[0] * SQUARE_MM, SQUARES_WH[1] * SQUARE_MM),
    )
    return calibration_pdf(page, language=words.language, paper_scale=paper_scale)
