"""What a camera sees from a height: pixels a die, field of view, depth of field, blur, parallax."""
