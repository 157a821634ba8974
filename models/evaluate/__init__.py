"""Measures the models on pictures whose truth is known: `python -m models.evaluate --boards DIR --photos DIR`."""
