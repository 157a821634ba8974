"""What is built at home, all made from one file of numbers: optics, mount, wiring, parts, paper, the guide."""
