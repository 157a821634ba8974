"""The two networks, what they were trained on, and how: pictures, training, evaluation."""
