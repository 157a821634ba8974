#!/bin/sh
# Stands in for nmcli, beside the files that say how things are: it answers as NetworkManager 1.42 and 1.52 did, and
# notes its arguments in `calls` and what it was told in `said`.
here=$(dirname "$0")
echo "$*" >>"$here/calls"
[ -s "$here/version" ] || exit 8 # it does not run

connect() {
    asks=$1 network=$2 profile=$3
    grep -q "$network" "$here/heard" || {
        echo "Error: No access point with BSSID '$network' found."
        exit 10
    }
    echo "$profile" >>"$here/profiles" # it is made first, and stays whatever comes of it
    [ "$network" != "$(cat "$here/silent" 2>/dev/null)" ] || {
        echo "Error: Timeout 35 sec expired."
        exit 3
    }
    while [ "$asks" = yes ]; do
        case $(cat "$here/version") in
        1.42) printf "Password: " ;;
        *) printf "Passwords or encryption keys are required to access the wireless network 'it'.\nPassword (802-11-wireless-security.psk): " ;;
        esac
        IFS= read -r password && printf '%s\n' "$password" >>"$here/said"
        [ "$password" != "$(cat "$here/password")" ] || break
        [ "$(cat "$here/version")" != 1.42 ] || {
            echo "Error: Connection activation failed: Secrets were required, but not provided."
            exit 4
        }
        sleep 0.05
    done
    echo "$network" >"$here/joined"
    echo "Device 'wlan0' successfully activated with '9cc04b5b-4315-433d-8931-c4ebdd7dd458'."
}

case "$*" in
*"general permissions") cat "$here/permissions" ;;
*"-f TYPE device") cat "$here/devices" ;;
*"wifi list"*) sed "/$(cat "$here/joined" 2>/dev/null || echo none)\$/s/^ /*/" "$here/heard" ;;
"connection delete id "*)
    grep -vxF "$4" "$here/profiles" >"$here/left" 2>/dev/null
    mv "$here/left" "$here/profiles"
    ;;
"--ask --wait 35 device wifi connect "*) connect yes "$7" "$9" ;;
"--wait 35 device wifi connect "*) connect no "$6" "$8" ;;
*) exit 2 ;;
esac
