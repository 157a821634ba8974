"""The eye: frames in, readings out. Vision knows no game."""
