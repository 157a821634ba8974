"""A display that only remembers what it was shown."""

from __future__ import annotations

import json


class RecordedDisplay:
    """A `firmware.ports.Display` whose views are read afterwards.

    Attributes:
        views: Every view, oldest first, as a page would get it.
        is_open: Whether it still shows views.
    """

    def __init__(self) -> None:
        """Begin empty."""
        self.views: list[dict[str, object]] = []
        self.is_open = True

    def show(self, view: dict[str, object]) -> None:
        """Keep ``view`` as JSON would carry it; a closed display shows nothing.

        Raises:
            TypeError: If the view is not plain JSON data.
        """
        if self.is_open:
            self.views.append(json.loads(json.dumps(view)))

    def close(self) -> None:
        """Stop showing."""
        self.is_open = False
