"""``python -m firmware`` is ``serviert``."""

from firmware.commands.cli import main

if __name__ == "__main__":
    main()
