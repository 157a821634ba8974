"""Settings: what the file says, and what each value may be."""
