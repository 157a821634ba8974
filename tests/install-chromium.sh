#!/bin/sh
# The display is tested in a real Chromium, Debian's package. Where it cannot be had, those tests skip and say so.
set -eu
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null 2>&1; then sudo -n "$@"; else return 1; fi
}
packages=
browser=
for name in chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$name" >/dev/null 2>&1; then browser=$name; fi
done
[ -n "$browser" ] || packages=chromium
# Playwright's driver is linked against libatomic, which a bare Debian does not have.
if ! find /lib/ /usr/lib/ /usr/lib64/ -name libatomic.so.1 2>/dev/null | grep -q .; then packages="$packages libatomic1"; fi
# Players call themselves 🎲🍺, and emoji are wider than letters: without the font pages look narrower than on a device.
if ! find /usr/share/fonts "$HOME/.fonts" -iname '*emoji*' 2>/dev/null | grep -q .; then packages="$packages fonts-noto-color-emoji"; fi
[ -n "$packages" ] || exit 0
echo "Installing what the tests of the display need: $packages …"
# shellcheck disable=SC2086  # a list of packages
if command -v apt-get >/dev/null 2>&1 &&
    as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null; then
    exit 0
fi
echo "WARNING: not installed: $packages; the tests of the page will fail or be skipped. To run them: sudo apt install $packages" >&2
