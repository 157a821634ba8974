#!/bin/sh
# update.sh look | make | settle: bring a flashed device up to date, and never lose the system that runs.
#
# The card has room for two systems, a and b. The one that runs is never written: what is new goes into a copy of it in the
# other place, which choose.sh starts once. Where the companion is ready there, it is the one that is started from then on;
# where it is not, a restart, this script's or the watchdog's, leads back. A Pi's own "tryboot" would do as much for the kernel,
# but Debian's kernel cannot ask for it: it stays as it was flashed. Two things are new: Debian's security updates, and a
# Serviert that `make card` made and a stick brought. The page asks: firmware/display/updates.py.
set -eu
boot=/boot/firmware
running_root=/media/root-ro  # what lies under the layer in memory
new_root=/run/serviert-update/root
state=/run/serviert-update/state
wanted=/run/serviert/update
brought=/run/media/serviert/serviert.tar.gz
brought_sum=/run/serviert-stick.sum  # as it was when the stick was put in: ../install/systemd/serviert-stick@.service
patience_s=600  # of a start that is tried

# tell WORD…: what the page makes a sentence of.
tell() {
    mkdir -p "${state%/*}"
    echo "$*" >"$state.new"
    mv "$state.new" "$state"
    echo "$*"
}

running() {
    label=$(lsblk -no LABEL "$(findmnt -no SOURCE "$running_root")")
    echo "${label#serviert-}"
}

other() {
    if [ "$(running)" = a ]; then echo b; else echo a; fi
}

# remount rw|ro: the loader's partition, which fstab would have read-only whatever is asked.
remount() {
    mount -o "remount,$1" "$(findmnt -no SOURCE "$boot")" "$boot"
}

# with_boot COMMAND…: only so long can it be written.
with_boot() {
    remount rw
    "$@"
    sync "$boot"  # of vfat only this, not syncing its whole file system, makes a card write what it keeps back
    remount ro
}

# Without a network it is no success, as apt alone would have it.
fetch_lists() {
    "$@" apt-get -o APT::Update::Error-Mode=any update -qq
}

# How many packages have a security update; lists lie in memory only. What is under way, or went wrong, is not talked over.
look() {
    ! grep -qE "^(going|failed)" "$state" 2>/dev/null || return 0
    fetch_lists || return 0
    count=$(apt-get --simulate -qq upgrade --with-new-pkgs | grep -c ^Inst || true)
    ! grep -qE "^(going|failed)" "$state" 2>/dev/null || return 0  # begun meanwhile
    [ "$count" = 0 ] && grep -q "^updated" "$state" 2>/dev/null || tell waiting "$count"
}

# partition N: of the card that the running system is on, whatever else bears its labels.
partition() {
    lsblk -nro PATH,PARTN "$card" | sed -n "s/ $1\$//p"
}

# The card's second or fourth partition; the fourth lies behind all others, and is made where there is none yet.
make_place() {
    here=$(findmnt -no SOURCE "$running_root")
    card=/dev/$(lsblk -no PKNAME "$here")
    place=$(partition "$(if [ "$(other)" = a ]; then echo 2; else echo 4; fi)")
    if [ -z "$place" ]; then
        size=$(lsblk -bno SIZE "$here")
        echo "size=$((size / 512)), type=83" | sfdisk --quiet --append --no-reread --no-tell-kernel --force "$card"
        partx --add --nr 4 "$card" 2>/dev/null || true
        udevadm settle
        place=$(partition 4)
    fi
    mkfs.ext4 -q -F -L "serviert-$(other)" "$place"
    mkdir -p "$new_root"
    mount "$place" "$new_root"
}

copy() {
    cp -a --one-file-system "$running_root/." "$new_root/"
    sed -i "s/serviert-[ab]/serviert-$(other)/" "$new_root/etc/fstab"
    cp /etc/resolv.conf "$new_root/etc/resolv.conf"
    # Nothing is started in it: it would hold what must be left again.
    printf '#!/bin/sh\nexit 101\n' >"$new_root/usr/sbin/policy-rc.d"
    chmod 755 "$new_root/usr/sbin/policy-rc.d"
    for folder in dev proc sys; do mount --rbind "/$folder" "$new_root/$folder"; done
}

in_new() {
    chroot "$new_root" env PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
}

upgrade() {
    fetch_lists in_new || [ -e "$brought" ]  # which may need no network
    in_new apt-get -qq -y -o Dpkg::Options::=--force-confold upgrade --with-new-pkgs
    in_new apt-get clean
    [ ! -e "$brought" ] || install_brought
    rm -rf "$new_root"/var/lib/apt/lists/* "$new_root/usr/sbin/policy-rc.d"
    : >"$new_root/etc/resolv.conf"
}

# By its own installer, as root: only what somebody put in, not what was written onto the stick since. What it needs of Debian
# must be there already; of the room that a whole installation asks for, libraries that it shares with the old one need none.
install_brought() {
    mkdir "$new_root/srv/serviert"
    cp "$brought" "$new_root/srv/serviert/brought"
    [ "$(sha256sum <"$new_root/srv/serviert/brought")" = "$(cat "$brought_sum")" ]
    tar -xzf "$new_root/srv/serviert/brought" -C "$new_root/srv/serviert"
    echo 'Dir::Etc::sourcelist "/dev/null"; Dir::Etc::sourceparts "/dev/null";' >"$new_root/srv/serviert/apt.conf"
    in_new env START=no LEAST_FREE_MIB=450 APT_CONFIG=/srv/serviert/apt.conf sh /srv/serviert/hardware/install/install.sh
    cp "$new_root/srv/serviert/hardware/image/update.sh" "$new_root/opt/serviert/update"
    cp "$new_root"/srv/serviert/hardware/image/systemd/* "$new_root/etc/systemd/system/"
    rm -rf "$new_root/srv/serviert"
}

write() {
    echo "$2" >"$boot/$1.new"
    sync "$boot/$1.new"
    mv "$boot/$1.new" "$boot/$1"
}

leave() {
    umount -R "$new_root" 2>/dev/null || true
}

# Whatever ends it early, the page says in which step, and what runs goes on.
make() {
    rm -f "$wanted"
    trap 'leave; tell failed "$step"' EXIT
    step=room
    tell going copy
    make_place
    copy
    step=packages
    tell going packages
    upgrade
    step=room
    rm -rf "${new_root:?}"/boot/vmlinuz* "$new_root"/boot/initrd*
    leave
    sync
    with_boot write try "$(other)"
    trap - EXIT
    tell going restart
    systemctl reboot
}

# A screen that is there shows the page: Chromium holds its stream of views open. What is new may be Chromium itself.
is_shown() {
    ! grep -qsx connected /sys/class/drm/*/status || grep -qi "0100007F:20F[89A-D] 0100007F:[0-9A-F]* 01" /proc/net/tcp
}

settle() {
    [ -e "$boot/tried" ] || return 0
    if [ "$(cat "$boot/tried")" != "$(running)" ]; then
        with_boot rm "$boot/tried"
        tell failed start
        return 0
    fi
    waited=0
    until systemctl --quiet is-active serviert.service && is_shown; do
        [ $waited -lt $patience_s ] || systemctl reboot
        sleep 5
        waited=$((waited + 5))
    done
    with_boot write chosen "$(running)"
    with_boot rm "$boot/tried"
    tell updated
}

mountpoint -q "$boot" || mount "$boot" || true  # where the card was slow to come, systemd did not wait for it
case ${1:-} in
look | make | settle) "$1" ;;
*) echo "usage: update.sh look | make | settle" >&2 && exit 2 ;;
esac
