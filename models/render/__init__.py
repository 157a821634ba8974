"""Pictures of dice boards with their truth, drawn with numpy and OpenCV alone."""
