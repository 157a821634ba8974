"""Where the camera stands above the board."""
