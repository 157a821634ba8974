#!/bin/sh
# Make the virtual environment, with the Debian package it needs where that is missing.
set -eu
venv=$1
here=$(dirname "$0")
# shellcheck source=hardware/install/checks.sh
. "$here/checks.sh"
require_writable_folder "$venv"
if [ -z "${PYTHON:-}" ]; then
    echo "Serviert needs Python 3.11 or newer, and none was found. On Debian or Raspberry Pi OS: sudo apt install python3" >&2
    exit 1
fi
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null 2>&1; then sudo "$@"; else return 1; fi
}
if ! "$PYTHON" -c 'import ensurepip' 2>/dev/null; then
    package=$("$PYTHON" -c 'import sys; print(f"python3.{sys.version_info[1]}-venv")')
    echo "Python's venv module is missing: installing $package …"
    if ! { command -v apt-get >/dev/null 2>&1 && as_root apt-get update -qq && as_root apt-get install -y -qq --no-install-recommends "$package"; }; then
        echo "Please install it yourself, then try again: sudo apt install $package" >&2
        exit 1
    fi
fi
# On a Pi, picamera2 and lgpio come from apt: the environment must see them.
if "$PYTHON" -c 'import picamera2' 2>/dev/null; then
    "$PYTHON" -m venv --system-site-packages "$venv"
else
    "$PYTHON" -m venv "$venv"
fi
sh "$here/fetch.sh" "$venv" --upgrade pip
