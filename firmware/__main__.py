"""``python -m firmware`` is ``serviert``."""

from firmware.cli import main

if __name__ == "__main__":
    main()
