"""Many tasks worked by all cores of this machine, or on a cluster."""
