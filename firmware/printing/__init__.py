"""What is printed on paper: the pages of `hardware.paper` with the words and rules of the display.

Everything in black: the source of the game warns of any other colour.
"""
