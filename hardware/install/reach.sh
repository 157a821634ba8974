#!/bin/sh
# Before each start: let the private networks reach the companion while its settings share the sheet with phones, and let
# it reach a camera in one while that is chosen, in the settings or at the page: where the address is a number, nothing
# but that. Else, and where the settings cannot be read, nothing but this machine, whatever it does.
set -eu
settings=${1:-/etc/serviert/serviert.toml}
kept=${2:-/var/lib/serviert/camera.json}

more=$(python3 -I -c 'import ipaddress, json, sys, tomllib, urllib.parse
private = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
with open(sys.argv[1], "rb") as file:
    settings = tomllib.load(file)
source = settings.get("camera", {}).get("source", "auto")
if source in ("auto", "attached"):
    try:
        with open(sys.argv[2], "rb") as file:
            source = json.load(file)["source"]
    except (OSError, ValueError, LookupError, TypeError):
        pass
parts = urllib.parse.urlsplit(source)
is_camera = parts.scheme in ("http", "https", "rtsp") and bool(parts.hostname)
if settings.get("share", {}).get("on") is True:
    print(*private)
elif is_camera:
    try:
        number = ipaddress.IPv4Address(parts.hostname)
    except ValueError:
        print(*private)
    else:
        print(number if any(number in ipaddress.IPv4Network(each) for each in private) else "")' "$settings" "$kept" 2>/dev/null) || more=
# The empty list first: else it would be added to the one of the start before.
systemctl set-property --runtime serviert.service IPAddressAllow= "IPAddressAllow=127.0.0.0/8 ::1/128${more:+ $more}"
