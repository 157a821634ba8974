#!/bin/sh
# This core is held against a Pi's by 7-Zip's benchmark. Where it cannot be had, that is said loudly.
set -eu
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null 2>&1; then sudo -n "$@"; else return 1; fi
}
for program in 7zz 7z 7zr 7za; do
    if command -v "$program" >/dev/null 2>&1; then exit 0; fi
done
echo "Installing what a Pi is reckoned by: 7zip …"
if command -v apt-get >/dev/null 2>&1 && as_root apt-get update -qq &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends 7zip >/dev/null; then
    exit 0
fi
echo "WARNING: 7-Zip is not installed: what a press takes on a Pi is NOT reckoned here. For that: sudo apt install 7zip" >&2
