"""Turns: up to three throws, with dice held in between."""
