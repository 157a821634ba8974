"""The café's build: a steel plate with a mast on the side where nobody sits, carried away as one piece."""
