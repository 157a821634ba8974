#!/bin/sh
# What the unit of a new card runs until it is done: install, and restart for the lines that BOOT=yes wrote.
set -eu
here=$(dirname "$(readlink -f "$0")")
echo "Serviert richtet sich ein, das dauert etwa zehn Minuten. · Serviert is installing itself, for some ten minutes."
dpkg --configure -a >/dev/null  # the plug may have been pulled in the middle of it
apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends make >/dev/null || {
    echo "Kein Netz? Kabel oder WLAN prüfen; es versucht es weiter. · No network? See to cable or Wi-Fi; it goes on trying."
    exit 1
}
if [ -e /boot/firmware/config.txt ]; then boot=yes; else boot=no; fi
make -C "$here/../.." install BOOT=$boot
systemctl disable --quiet serviert-card.service
echo "Fertig. · Done."
sync
systemctl reboot
