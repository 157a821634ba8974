#!/bin/sh
# Power cuts are imagined from what strace saw a process ask of the disk. Where it cannot be had, that is said loudly.
set -eu
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null 2>&1; then sudo -n "$@"; else return 1; fi
}
if command -v strace >/dev/null 2>&1; then exit 0; fi
echo "Installing what the power cuts need: strace …"
if command -v apt-get >/dev/null 2>&1 && as_root apt-get update -qq &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends strace >/dev/null; then
    exit 0
fi
echo "WARNING: strace is not installed: power cuts and failing calls are NOT proved here. To prove them: sudo apt install strace" >&2
