"""Speed, measured side by side in one run; never in a timed test. What a command counts, it counts on one core."""

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")
