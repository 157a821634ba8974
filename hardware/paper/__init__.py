"""What is printed on paper: sheets, the calibration pattern, rules, labels.

Pages are drawn from plain data, in one ink: black. "Einen Kugelschreiber (niemals eine andere Farbe als Schwarz nehmen,
das bringt Unglück)", says the source of the game, so there is no colour here and no grey.

Millimetres, from the upper left corner of the page; sizes of type in points.
"""
