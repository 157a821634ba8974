"""Whole games, played from outside: the companion runs as its own process, or with a page in a real Chromium."""
