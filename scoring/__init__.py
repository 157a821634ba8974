"""The rules of Würfelpoker: pure, standard library only; importing this does nothing."""
