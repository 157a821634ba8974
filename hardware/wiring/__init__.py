"""Pins, drawing, currents and cables."""
