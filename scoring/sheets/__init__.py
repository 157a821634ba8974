"""The sheet of the 10×10 game: rows, cells, columns, and who stands where."""
