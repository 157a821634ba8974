"""The game log: what is kept of every game, on disk."""
