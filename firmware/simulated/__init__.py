"""The simulated board: dice, tray, camera, button and the rest of the table, for play at a desk and for tests.

Nothing here tells the companion what the dice show: it gets frames through the camera port and edges through the
button port, as from a real board.
"""
