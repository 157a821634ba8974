"""Trains the two networks; needs the `train` extra, never runs at the table."""
