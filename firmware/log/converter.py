"""A strict cattrs converter: plain data to dataclasses without guessing what a wrong type could have meant."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import cattrs


def strict_converter() -> cattrs.Converter:
    """Return a converter that refuses unknown fields and never turns one type into another.

    cattrs calls ``int("5")`` and ``bool("no")`` by default; a stored game or a settings file that holds such
    a value is wrong, and saying so beats guessing.
    """
    converter = cattrs.Converter(forbid_extra_keys=True)
    converter.register_structure_hook(bool, _bool_from)
    converter.register_structure_hook(int, _int_from)
    converter.register_structure_hook(float, _float_from)
    converter.register_structure_hook(str, _str_from)
    converter.register_structure_hook(StrEnum, _str_enum_from)
    # Vision's numbers may be numpy's, which json does not know.
    for plain in (bool, int, float):
        converter.register_unstructure_hook(plain, plain)
    return converter


def _bool_from(value: Any, _: type) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"got {_quote(value)}; true or false is wanted")
    return value


def _int_from(value: Any, _: type) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"got {_quote(value)}; a whole number is wanted")
    return value


def _float_from(value: Any, _: type) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError(f"got {_quote(value)}; a number is wanted")
    return float(value)


def _str_from(value: Any, _: type) -> str:
    if not isinstance(value, str):
        raise TypeError(f"got {_quote(value)}; text is wanted")
    return value


def _str_enum_from(value: Any, kind: type[StrEnum]) -> StrEnum:
    if value not in list(kind):
        legal = ", ".join(_quote(member.value) for member in kind)
        raise ValueError(f"got {_quote(value)}; legal is one of {legal}")
    return kind(value)


def _quote(value: object) -> str:
    """Return a value as it would stand in the file."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
