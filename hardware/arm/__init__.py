"""Build A: the camera on a clamp arm, nothing printed and nothing soldered."""
