"""The device: the only package that composes eye, rules and hardware into a companion."""
