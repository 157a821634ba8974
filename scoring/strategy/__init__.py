"""Advice on where to enter and what to hold; imports the rules, never the reverse."""
