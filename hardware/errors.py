"""Errors of what is built.

HardwareError
└── NumbersError (ValueError)   a number cannot be built: which, why, and the nearest that works
"""


class HardwareError(Exception):
    """Any failure of what is made from the numbers."""


class NumbersError(HardwareError, ValueError):
    """A number of ``numbers.toml`` cannot be built; the message names it and the nearest that works."""
