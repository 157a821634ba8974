"""Learning: dice that nobody taught the models, by what they look like."""
