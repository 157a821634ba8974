"""Hands: what five dice make, and which hand is higher."""
