"""The session: a pure state machine, ``step(state, event) -> (state, effects)``."""
