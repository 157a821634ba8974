"""The image to flash, booted: ``make test-image``."""
