"""The table: the companion, the eye and what works beside them while dice are thrown."""
