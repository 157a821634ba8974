"""``serviert doctor``: what works here and what does not, in words, and how to mend it; a file a subject."""
