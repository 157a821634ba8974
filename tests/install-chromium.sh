#!/bin/sh
# The display is tested in a real Chromium, Debian's package. Where it cannot be had, those tests skip and say so.
set -eu
for name in chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null 2>&1; then sudo -n "$@"; else return 1; fi
}
echo "Installing Chromium for the tests of the display …"
if command -v apt-get >/dev/null 2>&1 &&
    as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; then
    exit 0
fi
echo "WARNING: Chromium could not be installed: the tests of the page will be skipped. To run them: sudo apt install chromium" >&2
