"""What a camera sees from a height, and what the ring lights: pixels a die, blur, parallax, lux, glare."""
