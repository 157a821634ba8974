"""Matches between strategies of the 10×10 game, also ones from outside: ``serviert duel``."""
