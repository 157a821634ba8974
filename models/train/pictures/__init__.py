"""The pictures that networks are trained on."""
