"""Finding: the board, the dice on it, how they lie, and what the lens does to them."""
