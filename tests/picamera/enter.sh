#!/bin/bash
# enter.sh COMMAND…: run a command, with tests/picamera/virtual.py at hand, where the real picamera2 sees a virtual
# camera. It has no network but its own loopback, and ends with all its processes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
# shellcheck source=tests/roots.sh
. "$here/../roots.sh"
unproven="that the camera adapter works with the real picamera2 and libcamera"
root=$("$here/root.sh")
require_root
mkdir -p "$root/frames" "$root/usr/share/libcamera/pipeline/virtual"
cat > "$root/usr/share/libcamera/pipeline/virtual/virtual.yaml" <<'YAML'
%YAML 1.1
---
"Virtual0":
  supported_formats:
    - {width: 2304, height: 1296, frame_rates: [30, 60]}
    - {width: 640, height: 360, frame_rates: [30, 60]}
  frames: {path: "/frames/"}
  location: "CameraLocationBack"
  model: "imx708"
YAML
in_root "$root" gcc -O2 -shared -fPIC -o /usr/local/lib/dma_heap.so /serviert/tests/picamera/dma_heap.c -ldl
# libcamera 0.4.0 never sets whether a virtual picture succeeded, and picamera2 leaves out those that did not. 255 makes
# all memory that is handed out zero, which is success, but not what is handed out again from glibc's cache of a thread.
in_root "$root" env --chdir=/serviert HOME=/root PATH="/venv/bin:/usr/bin:/bin:/usr/sbin:/sbin" LANG=C.UTF-8 \
    MALLOC_PERTURB_=255 GLIBC_TUNABLES=glibc.malloc.tcache_count=0 LIBCAMERA_LOG_LEVELS='*:ERROR' \
    LD_PRELOAD=/usr/local/lib/dma_heap.so \
    PYTHONPATH=/serviert:/serviert/tests/picamera/stubs \
    PYTHONDONTWRITEBYTECODE=1 HYPOTHESIS_STORAGE_DIRECTORY=/tmp/hypothesis \
    OMP_NUM_THREADS="${OMP_NUM_THREADS:-2}" "$@"
