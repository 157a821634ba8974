"""What who means ill sends to a companion, or gives it as a file: how much was tried, and what it did."""
