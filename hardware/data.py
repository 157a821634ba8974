"""Data of ours in TOML files, read into dataclasses; what is wrong with them is said by name."""

import tomllib
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

import cattrs

from hardware.errors import NumbersError

T = TypeVar("T")


def load(path: Path, kind: type[T], *, under: str = "") -> T:
    """Return what a TOML file holds, all of it or what stands under a key: a dataclass, or a tuple or dict of such.

    Raises:
        NumbersError: If the file cannot be read, or a value is missing, unknown or wrong.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NumbersError(f"{path} cannot be read ({error}).") from error
    return parse(text, kind, source=path.name, under=under)


def parse(text: str, kind: type[T], *, source: str, under: str = "") -> T:
    """Return what a TOML text holds; `NumbersError`, with its source, if a value is missing, unknown or wrong."""
    try:
        values = tomllib.loads(text)
        return cattrs.Converter(forbid_extra_keys=True).structure(values[under] if under else values, kind)
    except tomllib.TOMLDecodeError as error:
        raise NumbersError(f"{source} is no TOML file: {error}.") from error
    except cattrs.BaseValidationError as error:
        sentences = cattrs.transform_error(error, format_exception=_sentence)
        raise NumbersError("\n".join(_placed(sentence, source) for sentence in sentences)) from error


def _placed(sentence: str, source: str) -> str:
    """Return a sentence with where in the source it belongs, unless it says so itself."""
    said, _, place = sentence.partition(" @ $")
    section = place.lstrip(".")
    return said if section and said.startswith(section) else ": ".join(filter(None, (source, section, said)))


def _sentence(error: BaseException, kind: type | None) -> str:
    if isinstance(error, NumbersError):
        return str(error)
    if isinstance(error, KeyError):
        return "it is missing"
    if kind is not None and isinstance(error, ValueError) and issubclass(kind, StrEnum):
        return f"{error}; legal is {', '.join(kind)}"
    return cattrs.v.format_exception(error, kind)
