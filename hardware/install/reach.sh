#!/bin/sh
# Before each start: let the private networks reach the companion while its settings share the sheet with phones. Else,
# and where the settings cannot be read, nothing but this machine reaches it, whatever it does.
set -eu
settings=${1:-/etc/serviert/serviert.toml}
reach="127.0.0.0/8 ::1/128"

is_shared() {
    python3 -I -c 'import sys, tomllib
with open(sys.argv[1], "rb") as file:
    sys.exit(tomllib.load(file).get("share", {}).get("on") is not True)' "$settings" 2>/dev/null
}

if is_shared; then reach="$reach 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16"; fi
# The empty list first: else it would be added to the one of the start before.
systemctl set-property --runtime serviert.service IPAddressAllow= "IPAddressAllow=$reach"
