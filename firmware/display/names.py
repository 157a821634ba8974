"""What rows, hands, fields and numbers are called in the players' language."""

from collections.abc import Sequence

from babel import Locale
from babel.numbers import format_decimal, format_percent

from firmware.display.messages import Catalogue
from firmware.display.touches import name_of
from firmware.session.choosing import FORMS, Choice
from firmware.session.decisions import Decision, Value
from scoring.dice import Face, Faces
from scoring.games.escalero import Row
from scoring.games.rock_and_roll import Field
from scoring.hands.ranking import Claim
from scoring.sheets.category import Category


def letter(face: Face, words: Catalogue) -> str:
    """Return what is on a die."""
    return words.text(f"letter.{name_of(face)}")


def row_name(category: Category, words: Catalogue) -> str:
    """Return what a row is called."""
    return words.text(f"row.{category.name.lower()}")


def format_points(points: float) -> str:
    """Return points as they are written on paper: halves occur where a tied column is split."""
    whole = int(points)
    return str(whole) if points == whole else f"{whole or ''}½"


def counted(faces: Faces, words: Catalogue) -> str:
    """Return faces counted, the most frequent and then the highest first: "drei Könige, zwei Asse"."""
    counts = sorted(((faces.count(face), face) for face in set(faces)), reverse=True)
    numbers = {count: words.text(f"number.{count}") if count > 1 else "" for count, _ in counts}
    return ", ".join(
        words.text(f"count.{face.name.lower()}", count=count, number=numbers[count]) for count, face in counts
    )


def listed(each: Sequence[int | str], words: Catalogue, message_id: str = "list.and") -> str:
    """Return numbers or names as they are listed in a sentence: "1, 2 und 3", or another message's word between."""
    if len(each) == 1:
        return str(each[0])
    head = ", ".join(map(str, each[:-1]))
    return words.text(message_id, head=head, last=each[-1])


def pays_round(losers: Sequence[str], words: Catalogue) -> str:
    """Return who pays a round; of nobody, or of all alike, that everybody pays for themselves."""
    if not losers:
        return words.text("result.round-each")
    if len(losers) == 1:
        return words.text("result.round", player=losers[0])
    return words.text("result.rounds", players=listed(losers, words))


def decision_text(decision: Decision, words: Catalogue) -> str:
    """Return a decision in words."""
    values = {name: _value_text(value, words) for name, value in decision.values}
    return words.text(f"decision.{decision.key}", **values)


def claim_text(claim: Claim, words: Catalogue) -> str:
    """Return a combination in words: "Zwei Könige", "Damen und Neunen"."""
    many = [words.text(f"many.{face.name.lower()}") for face in claim.values]
    return words.text(f"claim.{name_of(claim.hand)}", **dict(zip(("first", "second"), many, strict=False)))


def escalero_row(row: Row, words: Catalogue) -> str:
    """Return what a row of Escalero's sheet is called."""
    return words.text(f"escalero.{name_of(row)}")


def escalero_row_short(row: Row, words: Catalogue) -> str:
    """Return the same for a narrow sheet: the letter on the dice, or two of the row's own."""
    if row.face is not None:
        return letter(row.face, words)
    return words.text(f"escalero.short-{name_of(row)}")


def field_name(field: Field, words: Catalogue) -> str:
    """Return what a field of Rock and Roll is called."""
    return words.text(f"colour.{field.value}" if field.is_colour else f"face.{field.value}")


def form_name(choice: Choice, form: int, words: Catalogue) -> str:
    """Return what a game is called, and how it is played where that is to be chosen."""
    name = words.text(f"game.{choice.value}")
    if len(FORMS[choice]) == 1:
        return name
    return words.text("option.form", game=name, form=words.text(f"form.{choice.value}.{form}"))


def _value_text(value: Value, words: Catalogue) -> str | int:
    match value:
        case Claim():
            return claim_text(value, words)
        case Row():
            return escalero_row(value, words)
        case Field():
            return field_name(value, words)
        case _:
            return value


NARROW = "\N{NARROW NO-BREAK SPACE}"
"""What French sets before a mark; Unicode's own pattern has a wider one."""


def share(value: float, language: str, *, digits: int = 1) -> str:
    """Return a share in per cent."""
    pattern = Locale.parse(language).percent_formats[None].pattern.replace("#,##0", _pattern(digits))
    written = str(format_percent(round(value, digits + 2) + 0.0, pattern, locale=language))
    return written.replace("\N{NO-BREAK SPACE}", NARROW) if language == "fr" else written


def signed_share(value: float, language: str) -> str:
    """Return a share in per cent with its sign."""
    settled = round(value, 3)
    sign = "+" if settled > 0 else "−" if settled < 0 else "±"
    return f"{sign}{share(abs(settled), language)}"


def decimal(value: float, language: str, *, digits: int = 1) -> str:
    """Return a number, rounded, as a language writes it."""
    return str(format_decimal(round(value, digits) + 0.0, _pattern(digits), locale=language))


def _pattern(digits: int) -> str:
    return f"#,##0.{'0' * digits}" if digits else "#,##0"
