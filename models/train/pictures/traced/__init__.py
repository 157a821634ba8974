"""Path-traced pictures of the scenes the fast renderer draws, for realism; needs the extra `trace`."""
