"""Numbers as the players' language writes them."""

from __future__ import annotations

from babel import Locale
from babel.numbers import format_decimal, format_percent

NARROW = "\N{NARROW NO-BREAK SPACE}"
"""What French sets before a mark; Unicode's own pattern has a wider one."""


def share(value: float, language: str, *, digits: int = 1) -> str:
    """Return a share in per cent.

    >>> share(0.0414, "en")
    '4.1%'
    """
    pattern = Locale.parse(language).percent_formats[None].pattern.replace("#,##0", _pattern(digits))
    written = str(format_percent(round(value, digits + 2) + 0.0, pattern, locale=language))
    return written.replace("\N{NO-BREAK SPACE}", NARROW) if language == "fr" else written


def signed_share(value: float, language: str, *, digits: int = 1) -> str:
    """Return a share in per cent with its sign.

    >>> signed_share(-0.0414, "en")
    '−4.1%'
    """
    settled = round(value, digits + 2)
    sign = "+" if settled > 0 else "−" if settled < 0 else "±"
    return f"{sign}{share(abs(settled), language, digits=digits)}"


def decimal(value: float, language: str, *, digits: int = 1) -> str:
    """Return a number.

    >>> decimal(1234.56, "en")
    '1,234.6'
    """
    return str(format_decimal(round(value, digits) + 0.0, _pattern(digits), locale=language))


def _pattern(digits: int) -> str:
    return f"#,##0.{'0' * digits}" if digits else "#,##0"
