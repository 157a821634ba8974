"""Light: whether there is enough, how even it is, whether it flickers, and whether the picture is sharp."""
