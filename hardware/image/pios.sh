#!/bin/bash
# pios.sh STOCK [FOLDER]: make an image to flash out of Raspberry Pi OS Lite (64-bit, trixie or bookworm), with Serviert in it and
# nothing to type: for a Pi 5, the Pi's own cameras, the Touch Display and the pins. As root, on Debian or Ubuntu, STOCK as it was
# downloaded: `sudo make image-pios ARGS=raspios-lite.img.xz COUNTRY=DE`. It comes to build/image: serviert-pios.img, the same as
# .img.xz with its sum, and what Raspberry Pi Imager reads.
#
# Nothing is taken away from Raspberry Pi OS but its question for a user. At its first start it takes the whole card, as it does
# unchanged; what the Imager was told of user and Wi-Fi counts. COUNTRY switches the radio on, which is off until somebody says
# where it stands. The system can be written; `make readonly` is for whoever wants it otherwise.
set -euo pipefail
# Whatever ends this, nothing stays mounted.
[ "${1:-}" = --mounts ] || [ "$(id -u)" != 0 ] || exec unshare --mount bash "$0" --mounts "$@"
[ "${1:-}" != --mounts ] || shift
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
# shellcheck source=hardware/install/checks.sh
. "$tree/hardware/install/checks.sh"
# shellcheck source=hardware/image/arm64.sh
. "$here/arm64.sh"
# shellcheck source=hardware/image/pack.sh
. "$here/pack.sh"
stock=${1:-}
out=$(readlink -m "${2:-$tree/build/image}")
image=serviert-pios.img
country=${COUNTRY:-}
made=$work/pios
root=$made/root
export MTOOLS_SKIP_CHECK=1  # its geometry is a guess of whoever made it
what="Take Raspberry Pi OS Lite (64-bit), trixie or bookworm, as .img or .img.xz."
room_mib=4608  # for what is installed, and what the installer wants free
spare_mib=300  # left in the end; at its first start it takes the whole card

refuse_what_cannot_be() {
    require_root "image-pios ARGS=raspios-lite.img.xz COUNTRY=DE"
    case $stock in
    *.img | *.img.xz) [ -f "$stock" ] || refuse "there is no file $stock. $what" ;;
    *) refuse "got \"$stock\", not Raspberry Pi OS. $what" ;;
    esac
    case $country in
    "" | [A-Z][A-Z]) ;;
    *) refuse "got COUNTRY=$country; it is two capital letters, such as DE. Or leave it out: then Wi-Fi stays off." ;;
    esac
}

# Head and the loader's partition stay together as they are. The root is a file of its own, so that it can grow and shrink.
unpack() {
    step "Raspberry Pi OS, unpacked"
    discard "$made"
    mkdir -p "$root"
    case $stock in
    *.xz) xz --decompress --stdout "$stock" ;;
    *) cat "$stock" ;;
    esac | dd of="$made/head" bs=1M iflag=fullblock conv=sparse status=none ||
        refuse "$stock cannot be unpacked, its download may have been cut short. Download it again."
    local parts
    parts=$(partx --raw --noheadings --output TYPE,START,SECTORS "$made/head" 2>/dev/null | tr '\n' ' ' || true)
    [[ $parts =~ ^0xc\ ([0-9]+)\ [0-9]+\ 0x83\ ([0-9]+)\ ([0-9]+)\ $ ]] ||
        refuse "$stock is no Raspberry Pi OS: it has not two partitions, the loader's and Linux's. $what"
    boot=$made/head@@$((BASH_REMATCH[1] * 512)) root_start=${BASH_REMATCH[2]}
    dd if="$made/head" of="$made/root.part" bs=1M iflag=skip_bytes,count_bytes skip=$((root_start * 512)) \
        count=$((BASH_REMATCH[3] * 512)) conv=sparse status=none
    truncate -s $((root_start * 512)) "$made/head"
}

# check: of e2fsck's answers 0 is well and 1 is mended.
check() {
    e2fsck -fp "$made/root.part" >/dev/null || [ $? = 1 ] || refuse "the root of $stock is damaged. Download it again."
}

# The loader's files lie in the root meanwhile, as if mounted there: not every kernel knows their file system.
open_root() {
    truncate -s "+${room_mib}M" "$made/root.part"
    check
    resize2fs "$made/root.part" >/dev/null 2>&1
    mount -o loop "$made/root.part" "$root"
    [ -e "$root/usr/lib/ld-linux-aarch64.so.1" ] || refuse "$stock is not for 64 bits. $what"
    [ -d "$root/boot/firmware" ] || refuse "$stock is older than bookworm. $what"
    [ ! -e "$root/etc/systemd/system/display-manager.service" ] || refuse "$stock is the one with a desktop. $what"
    mcopy -s -m -n -i "$boot" "::/*" "$root/boot/firmware/"
    [ -e "$root/boot/firmware/config.txt" ] || refuse "$stock has no config.txt. $what"
}

# With this machine's way into the network, and nothing started by any package.
install_pios() {
    cp -a "$root/etc/machine-id" "$root/etc/resolv.conf" "$made/"
    rm "$root/etc/resolv.conf"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
    chmod 755 "$root/usr/sbin/policy-rc.d"
    install_serviert "$root" /opt/serviert-source BOOT=yes  # where hardware/card lays it, too
    rm "$root/usr/sbin/policy-rc.d"
}

settle() {
    step "A first start without a question"
    local radio cmdline=$root/boot/firmware/cmdline.txt
    # Masked, not switched off: when a user comes from the Imager, Raspberry Pi OS switches its own question on anew, and a login
    # on the page's screen, which would take it away.
    systemctl --root="$root" --quiet mask userconfig.service getty@tty1.service
    systemctl --root="$root" --quiet disable NetworkManager-wait-online.service 2>/dev/null || true
    if [ -n "$country" ]; then
        sed -i -e 's/ *cfg80211\.ieee80211_regdom=[^ ]*//' -e "1s/\$/ cfg80211.ieee80211_regdom=$country/" "$cmdline"
        # Raspberry Pi OS holds the radio off in both; their own, in a Pi 3, 4 and 5.
        rm -f "$root/var/lib/NetworkManager/NetworkManager.state"
        mkdir -p "$root/var/lib/systemd/rfkill"
        for radio in 3f300000.mmcnr fe300000.mmcnr 1001100000.mmc; do
            echo 0 >"$root/var/lib/systemd/rfkill/platform-$radio:wlan"
        done
    fi
    mcopy -s -m -D o -i "$boot" "$root"/boot/firmware/* ::/
    rm -rf "$root"/boot/firmware/*
    # What no two devices may have in common, and what only making it left.
    cp -a "$made/machine-id" "$made/resolv.conf" "$root/etc/"
    rm -f "$root"/etc/ssh/ssh_host_*_key* "$root/var/lib/systemd/random-seed"
    rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/*.bin "$root"/var/cache/apt/archives/*.deb
    find "$root/var/log" -type f -exec truncate -s 0 {} +
}

# The root as small as it may be: the Imager writes each byte.
assemble() {
    step "The image"
    fstrim "$root" 2>/dev/null || true
    umount "$root"
    check
    resize2fs -M "$made/root.part" >/dev/null 2>&1
    local blocks size_mib
    mapfile -t blocks < <(dumpe2fs -h "$made/root.part" 2>/dev/null | sed -n 's/^Block \(count\|size\): *//p')  # of what size
    size_mib=$((blocks[0] * blocks[1] / 1048576 + 1 + spare_mib))
    truncate -s "${size_mib}M" "$made/root.part"
    resize2fs "$made/root.part" >/dev/null 2>&1
    mkdir -p "$out"
    cd "$out"
    rm -f "$image"*
    mv "$made/head" "$image"
    dd if="$made/root.part" of="$image" bs=1M oflag=seek_bytes seek=$((root_start * 512)) conv=notrunc,sparse status=none
    truncate -s $((root_start * 512 + size_mib * 1048576)) "$image"
    # The disk's own number stays, by which cmdline.txt and fstab name the partitions.
    echo "$root_start, $((size_mib * 2048))" | sfdisk --quiet --no-reread --no-tell-kernel -N 2 "$image"
}

refuse_what_cannot_be
require_tools e2fsprogs fdisk mtools
mkdir -p "$work"
unpack
open_root
if [ -d "$root/etc/cloud" ]; then init_format=cloudinit-rpi; else init_format=systemd; fi
install_pios
settle
assemble
discard "$made"
step "Packed"
pack "$image" "Serviert (Raspberry Pi OS)" "The companion for five poker dice: camera, button, display. Nothing to type." \
    "$init_format" pi5-64bit pi4-64bit
ls -lh "$out"
[ -n "$country" ] || echo "Wi-Fi is off in it until the Imager is told a country; or make it with COUNTRY=DE, as of where it is played."
