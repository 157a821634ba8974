"""What is printed on paper, from plain data, in one ink: black. Other colours bring bad luck, says the source.

Millimetres, from the upper left corner of the page; sizes of type in points.
"""
