"""Lamp, tones and button as values: what is shown, what is sounded, what counts as a press."""
