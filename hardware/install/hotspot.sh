#!/bin/sh
# Give the device a Wi-Fi of its own for phones, or take it away: hotspot.sh yes|no|shared SETTINGS CONNECTIONS, two folders.
# With "shared" it has one where its settings let phones in. NetworkManager joins the networks it knows first; only where there is
# none of them does it open this one. Again and again is harmless: name and password stay.
set -eu
wanted=$1
settings=$2
connections=$3
profile=$connections/serviert.nmconnection
code=$settings/hotspot  # what the code on the page says; firmware/share/server.py

# Before it runs it must not be asked: it could be started by that, and waits for this at a flashed device's start.
told() {
    if systemctl --quiet is-active NetworkManager 2>/dev/null; then nmcli "$@" >/dev/null 2>&1 || true; fi
}

is_shared() {
    sed -n '/^\[share\]/,/^\[/p' "$settings/serviert.toml" | grep -q '^on *= *true'
}

# Letters and digits that nobody takes for another one.
new_password() {
    tr -dc 'abcdefhkmnprstwxyz2345678' </dev/urandom | head -c 10
}

# Written whole or not at all: the plug may be pulled at any moment.
write() {
    cat >"$1.new"
    chmod "$2" "$1.new"
    sync "$1.new"
    mv "$1.new" "$1"
}

if [ "$wanted" = shared ]; then
    wanted=no
    if is_shared; then wanted=yes; fi
fi
case $wanted in
no)
    told connection down serviert
    rm -f "$profile" "$code"
    told connection reload
    ;;
yes)
    password=$(sed -n 's/^psk=//p' "$profile" 2>/dev/null || true)
    [ -n "$password" ] || password=$(new_password)
    umask 077
    write "$profile" 600 <<PROFILE
[connection]
id=serviert
uuid=6f1c8a52-3b0e-4d7a-9d55-5e7276696572
type=wifi
autoconnect-priority=-100

[wifi]
mode=ap
band=bg
ssid=Serviert

[wifi-security]
key-mgmt=wpa-psk
proto=rsn
pairwise=ccmp
group=ccmp
psk=$password

[ipv4]
method=shared
address1=10.42.0.1/24

[ipv6]
method=disabled
PROFILE
    echo "WIFI:T:WPA;S:Serviert;P:$password;;" | write "$code" 644  # the service reads it, and everybody the page
    # Whoever wants a network for phones wants phones.
    is_shared || sed '/^\[share\]/,/^\[/ s/^on = false/on = true/' "$settings/serviert.toml" | write "$settings/serviert.toml" 644
    told connection load "$profile"
    echo "Where no Wi-Fi is known, phones join \"Serviert\" by the code under \"Handys\"; the password is $password."
    ;;
esac
