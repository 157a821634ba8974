"""Small games solved exactly, to hold strategies against."""
