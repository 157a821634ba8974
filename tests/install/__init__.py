"""The installation proved in booted Debian systems: ``make test-install``."""
