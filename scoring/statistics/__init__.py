"""Shares with their intervals, and whether dice are fair."""
