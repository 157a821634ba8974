"""``python -m hardware.wiring``: pin table, budget and complaints; ``de`` for German."""

import sys

from hardware.errors import HardwareError
from hardware.numbers import load
from hardware.wiring.budget import budget
from hardware.wiring.pins import pin_table
from hardware.words import PageLanguage


def main(arguments: list[str]) -> int:
    """Print what the numbers come to; return 0, or 2 where they cannot be built."""
    language = PageLanguage(arguments[0]) if arguments else PageLanguage.ENGLISH
    complaints = 0
    for say in (pin_table, budget):
        try:
            print(say(load(), language))
        except HardwareError as error:
            complaints += 1
            print(f"wiring: {error}", file=sys.stderr)
    return 2 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
