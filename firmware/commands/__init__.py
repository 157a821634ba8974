"""The commands of `serviert`."""
