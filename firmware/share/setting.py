"""The settings of what is shared with phones."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.errors import ConfigError

LOWEST_PORT, HIGHEST_PORT = 1024, 65535


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareConfig:
    """What phones nearby may see.

    Attributes:
        on: Whether they may follow the sheet; without it nothing listens beyond loopback.
        port: TCP port for phones.
        interface: The only network interface to share on; empty for every cable and radio in a private network.

    Raises:
        ConfigError: If the port cannot be served on.
    """

    on: bool = False
    port: int = 8450
    interface: str = ""

    def __post_init__(self) -> None:
        """Refuse ports that only root may open."""
        if not LOWEST_PORT <= self.port <= HIGHEST_PORT:
            raise ConfigError(f"port: got {self.port}; legal is {LOWEST_PORT} to {HIGHEST_PORT}")
