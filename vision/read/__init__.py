"""Reading: which face each die shows, how sure that is, and whether it leans."""
