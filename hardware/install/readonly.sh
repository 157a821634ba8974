#!/bin/sh
# Make the system read-only, so that pulling the plug cannot harm it, with the games on a disk of their own; or make it
# writable again. `sudo make readonly ARGS=/dev/sda1`, `sudo make writable`; each counts from the next start on.
#
# The trap: overlays for read-only systems cover every disk in fstab by default, the one with the games, too. All writes
# then succeed, and are gone at the next start. Here only the system is covered, and the companion refuses to start
# where its folder is in memory all the same.
set -eu
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=hardware/install/checks.sh
. "$here/checks.sh"
overlay=/etc/overlayroot.local.conf
boot=/boot/firmware

require_installed() {
    [ -x "$prefix/current/bin/serviert" ] || refuse "Serviert is not installed yet. Run: sudo make install"
}

has_own_disk() {
    findmnt --noheadings --mountpoint "$data" >/dev/null 2>&1
}

require_disk_for_games() {
    disk=$1
    [ -b "$disk" ] || refuse "the games need a disk of their own first, such as a small USB stick or a second partition" \
        "of the card, formatted as ext4. Run: sudo make readonly ARGS=/dev/sda1 (with its name from lsblk)"
    kind=$(blkid -o value -s TYPE "$disk" || true)
    [ "$kind" = ext4 ] || refuse "got ${kind:-no filesystem} on $disk; the games need ext4, which survives power cuts." \
        "Everything on it would be lost: sudo mkfs.ext4 -L serviert $disk"
    ! findmnt --noheadings --source "$disk" >/dev/null 2>&1 || refuse "$disk is in use already. Unmount it first."
}

# The companion stands still meanwhile: what it saved now would stay behind.
move_games() {
    disk=$1
    require_disk_for_games "$disk"
    systemctl stop serviert.service
    new_place=$(mktemp -d)
    mount "$disk" "$new_place"
    cp -a "$data/." "$new_place/"
    chown serviert:serviert "$new_place"
    chmod 700 "$new_place"
    umount "$new_place"
    rmdir "$new_place"
    # Without its disk the system still comes up; the companion then says on the screen what is missing.
    echo "UUID=$(blkid -o value -s UUID "$disk") $data ext4 noatime,nofail,x-systemd.device-timeout=20s 0 2" >>/etc/fstab
    systemctl daemon-reload
    mount "$data"
    systemctl start serviert.service
}

# Only as the companion's own user is it known whether it can write there.
require_durable() {
    runuser -u serviert -- "$prefix/current/bin/serviert" check-folder "$data"
}

# raspi-config writes "overlayroot=tmpfs" into the kernel's command line, which overrides the file and covers all disks.
require_own_overlay() {
    if [ -e "$boot/cmdline.txt" ] && grep -q 'overlayroot=' "$boot/cmdline.txt"; then
        refuse "the overlay of raspi-config is on, which would cover the games, too. Switch it off there first" \
            "(Performance Options, Overlay File System), restart, and try again."
    fi
}

switch_on() {
    require_apt
    require_writable_system
    require_installed
    require_own_overlay
    has_own_disk || move_games "${1:-}"
    require_durable
    apt-get update -qq || true
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends overlayroot >/dev/null ||
        refuse "apt could not install overlayroot. Its own words are above; with the network back, try again."
    printf '# Written by Serviert. recurse=0: the disk with the games stays writable.\noverlayroot="tmpfs:recurse=0"\n' >"$overlay"
    sync
    echo "From the next start on the system is read-only, and the games are kept on $(findmnt -no SOURCE "$data")."
}

switch_off() {
    if [ "$(findmnt -no FSTYPE /)" = overlay ]; then
        overlayroot-chroot rm -f "$overlay"
    else
        rm -f "$overlay"
    fi
    sync
    echo "From the next start on the system is writable."
}

case ${1:-} in off) require_root writable ;; *) require_root readonly ;; esac
require_systemd
case ${1:-} in
on) switch_on "${2:-}" ;;
off) switch_off ;;
*) refuse "got \"${1:-}\"; legal is on, with the games' disk, or off." ;;
esac
