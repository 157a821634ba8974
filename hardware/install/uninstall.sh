#!/bin/sh
# Remove Serviert from the system. Games and settings stay; with --purge they go, too.
set -eu
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=hardware/install/checks.sh
. "$here/checks.sh"

stop() {
    for unit in serviert-kiosk.service serviert-wifi.service serviert.service; do
        systemctl disable --now --quiet "$unit" 2>/dev/null || true
    done
}

remove_files() {
    rm -rf /etc/systemd/system/serviert.service /etc/systemd/system/serviert.service.d \
        /etc/systemd/system/serviert-disk.service /etc/systemd/system/serviert-stick@.service \
        /etc/udev/rules.d/90-serviert-stick.rules /etc/systemd/system/serviert-kiosk.service \
        "$polkit/50-serviert-wifi.rules" /etc/systemd/system/serviert-wifi.service \
        /etc/systemd/journald.conf.d/serviert.conf /etc/systemd/system.conf.d/serviert.conf /etc/pam.d/serviert-kiosk \
        /etc/xdg/autostart/serviert-kiosk.desktop "$prefix" \
        /run/systemd/system.control/serviert.service.d
    for left in /etc/systemd/system/user-*.slice.d/serviert.conf; do
        if [ -e "$left" ]; then
            rm "$left"
            rmdir --ignore-fail-on-non-empty "$(dirname "$left")"
        fi
    done
    systemctl daemon-reload
    systemctl reset-failed serviert.service serviert-kiosk.service 2>/dev/null || true
    systemctl --quiet unmask getty@tty1.service 2>/dev/null || true  # hardware/image/pios.sh
    systemctl start getty@tty1.service 2>/dev/null || true
}

# A data disk of its own stays mounted: what is on it goes, not the disk.
purge() {
    if [ -d "$data" ]; then find "$data" -mindepth 1 -delete; fi
    rmdir "$data" 2>/dev/null || true
    rm -rf "$settings"
    for user in serviert serviert-kiosk; do
        if uid=$(id -u "$user" 2>/dev/null); then
            # logind keeps what it started for a user's session some seconds longer.
            systemctl stop "user-$uid.slice" 2>/dev/null || true
            userdel "$user"
        fi
    done
}

require_root uninstall
require_systemd
require_writable_system
stop
remove_files
sh "$here/hotspot.sh" no "$settings" "$connections"
if [ -e "$boot_config" ]; then sh "$here/boot.sh" off "$boot_config" || true; fi
if [ "${1:-}" = --purge ]; then
    purge
    echo "Serviert is removed, with all games and settings. Debian's packages stay."
else
    echo "Serviert is removed. The games stay in $data and the settings in $settings;" \
        "they go with: sudo make uninstall ARGS=--purge"
fi
