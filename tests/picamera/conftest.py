"""What is no test here, and imports what only the Debian of `make test-picamera` has."""

collect_ignore = ["virtual.py", "stubs"]
