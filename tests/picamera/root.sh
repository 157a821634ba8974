#!/bin/bash
# Build, once, a Debian in which the real picamera2 drives libcamera's virtual camera. Prints its folder.
#
# It is kept under ~/.cache/serviert (or $SERVIERT_CACHE), 1.6 GB, and built anew when this script or a pin changes.
# DEBIAN_MIRROR names another mirror than debootstrap's own.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
cache=${SERVIERT_CACHE:-$HOME/.cache/serviert}
root=$cache/picamera-root
picamera2=0.3.38
libcamera=libcamera-ipa,libcamera-tools,python3-libcamera
wheelless=python3-prctl,python3-piexif,python3-libarchive-c  # needed by picamera2, and without wheels

# shellcheck source=tests/roots.sh
. "$here/../roots.sh"
unproven="that the camera adapter works with the real picamera2 and libcamera"

recipe=$(cat "$0" "$here/../needed.py" "$tree/hardware/constraints.txt" "$tree/pyproject.toml" | sha256sum)
if [ "$(cat "$root/recipe" 2>/dev/null)" = "$recipe" ]; then echo "$root"; exit 0; fi

require_root
require_debian_packages debootstrap
base=$cache/trixie-libcamera
if [ ! -e "$base/etc/debian_version" ]; then
    bootstrap "$base" "$(dpkg --print-architecture)" \
        "ca-certificates,gcc,libc6-dev,python3-dev,python3-venv,python3-numpy,$libcamera,$wheelless"
fi
rm -rf "$root" "$root.part" && cp -a --reflink=auto "$base" "$root.part"
for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do cp -L "$file" "$root.part$file"; done
say "Installing picamera2 $picamera2 and what Serviert needs into it …"
# As on a Pi: an environment that sees the system's libcamera.
in_root "$root.part" sh -euc "
    python3 -m venv --system-site-packages /venv
    python3 /serviert/tests/needed.py > /tmp/needed.txt
    env -u PIP_FIND_LINKS PIP_CERT=/etc/ssl/certs/ca-certificates.crt /venv/bin/pip --disable-pip-version-check install \
        --quiet --no-cache-dir picamera2==$picamera2 --constraint /serviert/hardware/constraints.txt --requirement /tmp/needed.txt
" >&2 || give_up "picamera2 could not be installed in $root.part"
echo "$recipe" > "$root.part/recipe"
mv "$root.part" "$root"
echo "$root"
