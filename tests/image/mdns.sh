#!/bin/bash
# Ask as a phone for serviert.local, from a network namespace that a wire joins to the device's: `bash tests/image/mdns.sh`, as
# root. Debian's avahi-daemon answers, where the drop-in lets it start, and the companion serves its sheet at the answered
# address. PYTHON names what runs the companion. systemd is not there: its condition is read from the drop-in.
set -euo pipefail
cd "$(dirname "$0")/../.."
unproven="that a phone finds a device by its name"
# shellcheck source=tests/roots.sh
. tests/roots.sh
require_root
for program in avahi-daemon dbus-daemon ip curl; do
    PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || give_up "$program is missing: apt-get install avahi-daemon dbus iproute2 curl"
done
[ "${1:-}" = --inside ] || exec unshare --mount --net --uts --pid --fork --kill-child bash "$0" --inside
PATH=$PATH:/usr/sbin
mount -t proc proc /proc
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /mnt
mkdir -p /run/dbus /run/netns /mnt/etc/serviert /mnt/connections
hostname serviert

ip link set lo up
ip netns add device
ip link add phone type veth peer name wlan0 netns device
ip address add 10.42.0.2/24 dev phone
ip link set phone up
ip route add 224.0.0.0/4 dev phone
on_device() { ip netns exec device "$@"; }
on_device ip address add 10.42.0.1/24 dev wlan0
on_device ip link set lo up
on_device ip link set wlan0 up
on_device dbus-daemon --system --fork --nopidfile

# As the device does when it starts: the settings say whether phones are let in, hotspot.sh acts on it.
start() {
    sed "s/^on = .*/on = $1/" hardware/install/serviert.toml >/mnt/etc/serviert/serviert.toml
    sh hardware/install/hotspot.sh shared /mnt/etc/serviert /mnt/connections >/dev/null
    if [ -e "/mnt$(sed -n 's/^ConditionPathExists=//p' hardware/image/systemd/avahi.conf)" ]; then
        on_device avahi-daemon --daemonize --no-rlimits
    fi
}

# Ask everybody on the wire, as phones do; print the address that comes back within some seconds.
resolve() {
    python3 - "$1" <<'PYTHON'
import socket, sys

question = b"".join(bytes([len(part)]) + part.encode() for part in sys.argv[1].split(".")) + b"\0\0\1\0\1"
asking = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
asking.settimeout(1.0)
for _ in range(8):
    asking.sendto(b"\x12\x34" + b"\0\0\0\1" + bytes(6) + question, ("224.0.0.251", 5353))
    try:
        answer, place = asking.recvfrom(9000)
    except TimeoutError:
        continue
    records = answer[12 + (len(question) if answer[5] else 0):]
    print(socket.inet_ntoa(records[records.index(b"\0\1") + 10:][:4]) if answer[7] else "", end="")
    break
PYTHON
}

start false
[ -z "$(resolve serviert.local)" ] || { say "FAIL phones are not let in, and the name is answered"; exit 1; }
say "  ok nobody answers to the name where phones are not let in"

start true
address=$(resolve serviert.local)
[ "$address" = 10.42.0.1 ] || { say "FAIL serviert.local is '$address'"; exit 1; }
[ -z "$(resolve nobody.local)" ] || { say "FAIL another name is answered"; exit 1; }
say "  ok where they are, the name is answered: $address"

cat >/mnt/play.toml <<SETTINGS
[camera]
source = "simulated"
[display]
open_browser = false
[share]
on = true
[store]
path = "/mnt/games.sqlite3"
SETTINGS
on_device "${PYTHON:-.venv/bin/python}" -m firmware play --config /mnt/play.toml >/mnt/said 2>&1 &
for _ in $(seq 60); do
    if curl -sf --max-time 5 --resolve "serviert.local:8450:$address" http://serviert.local:8450/ >/mnt/page; then
        say "  ok its sheet is at http://serviert.local:8450/: $(wc -c </mnt/page) bytes"
        exit 0
    fi
    sleep 1
done
say "FAIL nothing is served at http://serviert.local:8450/"
tail /mnt/said >&2
exit 1
