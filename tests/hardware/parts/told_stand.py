"""What a mount that counts its own parts would say."""

from __future__ import annotations


def counts(numbers: object) -> dict[str, float]:
    return {"profile": 2.5, "set": 2.0}
