"""The printed parts: stand, light ring, button box, case."""
