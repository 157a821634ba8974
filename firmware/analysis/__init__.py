"""What is said of games afterwards: luck and skill of one, and a long-term study of all that were kept."""
