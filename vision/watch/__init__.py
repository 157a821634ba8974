"""Watching: whether the board is still, what moved, and where each die went."""
