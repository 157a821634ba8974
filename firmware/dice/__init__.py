"""The dice that are known: those of this table, those taught before, and what was learnt of them."""
