"""Hardware: one module a library, each behind a port of `firmware.ports`."""
