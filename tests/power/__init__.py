"""What a power cut, a broken disk and a wrong clock leave of a game: cut at every write, at every moment."""
