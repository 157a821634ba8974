"""A strict cattrs converter: plain data to dataclasses without guessing what a wrong type could have meant."""

from enum import StrEnum
from typing import Any

import cattrs


def strict_converter() -> cattrs.Converter:
    """Return a converter that refuses unknown fields and never turns one type into another.

    cattrs calls ``int("5")`` and ``bool("no")`` by default; a stored game or a settings file that holds such
    a value is wrong, and saying so beats guessing.
    """
    converter = cattrs.Converter(forbid_extra_keys=True)
    for plain in _WANTED:
        converter.register_structure_hook(plain, _plain_from)
    converter.register_structure_hook(StrEnum, _str_enum_from)
    for number in (bool, int, float):  # Vision's numbers may be numpy's, which json does not know.
        converter.register_unstructure_hook(number, number)
    return converter


_WANTED: dict[type, str] = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}


def _plain_from(value: Any, kind: type) -> Any:
    is_of_kind = isinstance(value, (int, float) if kind is float else kind)
    if not is_of_kind or isinstance(value, bool) is not (kind is bool):  # to Python a bool is a number, too
        raise TypeError(f"got {_quote(value)}; {_WANTED[kind]} is wanted")
    return kind(value)


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
