#!/bin/bash
# build.sh [FOLDER]: make an image to flash, Debian with Serviert in it and nothing to type. As root, on Debian or Ubuntu:
# `sudo make image`. It comes to build/image: serviert-arm64.img.xz, its sum, and what Raspberry Pi Imager reads.
#
# The system is read-only, the games lie on a partition of their own, and nobody can log in. What needs no arm64 of its
# own is done outside; the rest runs under QEMU, which takes most of the time. Debian and libraries are kept in
# $SERVIERT_IMAGES between two runs.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
out=$(readlink -m "${1:-$tree/build/image}")
work=${SERVIERT_IMAGES:-/var/cache/serviert-image}
release=trixie
# shellcheck source=hardware/install/checks.sh
. "$tree/hardware/install/checks.sh"

# What boots, keeps the system read-only, and finds a network; install.sh adds the rest.
packages=systemd-sysv,systemd-timesyncd,udev,dbus,kmod,procps,linux-image-arm64,initramfs-tools,overlayroot,systemd-boot-efi
packages+=,raspi-firmware,firmware-brcm80211,network-manager,wpasupplicant,ca-certificates,python3,python3-venv
games_mib=512
boot_mib=256

require_tools() {
    local missing=() package
    for package in mmdebstrap qemu-user-static binfmt-support arch-test dosfstools mtools e2fsprogs fdisk xz-utils python3-pip; do
        dpkg --status "$package" >/dev/null 2>&1 || missing+=("$package")
    done
    [ ${#missing[@]} = 0 ] || { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; } ||
        refuse "these packages are needed and apt could not install them: ${missing[*]}"
    local binfmt=/proc/sys/fs/binfmt_misc
    [ -e $binfmt/register ] || mount -t binfmt_misc binfmt_misc $binfmt || true
    [ -e $binfmt/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf >$binfmt/register ||
        refuse "this kernel cannot start another processor's programs: binfmt_misc is missing."
}

step() {
    echo "· $*"
}

# Should this machine's own /dev still be mounted in one of them, it stays.
discard() {
    rm -rf --one-file-system "$@"
}

# A Debian of this recipe, kept: only what has changed since is made anew.
make_base() {
    base=$work/base-$(echo "$release $packages" | sha256sum | cut -c 1-12)
    [ ! -e "$base" ] || return 0
    step "Debian $release for arm64, some ten minutes, once"
    discard "$work"/base-* "$work/part"
    unshare --mount mmdebstrap --quiet --architectures=arm64 --variant=apt --include="$packages" \
        --components=main,non-free-firmware --aptopt='APT::Install-Recommends "false"' \
        --setup-hook='mkdir -p "$1/boot/firmware" "$1/etc/default" && printf "ROOTPART=LABEL=serviert-root\n" >"$1/etc/default/raspi-firmware"' \
        "$release" "$work/part" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
    mv "$work/part" "$base"
}

# From outside: pip under QEMU takes half an hour.
fetch_libraries() {
    step "Libraries for arm64"
    local python
    python=$(chroot "$base" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    mkdir -p "$work/wheels"
    python3 -m pip --disable-pip-version-check download --quiet --dest "$work/wheels" --no-deps --only-binary :all: \
        --platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 --platform manylinux_2_17_aarch64 \
        --platform manylinux2014_aarch64 --implementation cp --python-version "$python" \
        --require-hashes --requirement "$tree/hardware/install/requirements.lock" ||
        refuse "pip could not fetch Serviert's libraries for arm64. Its own words are above; with the network back, try again."
}

# In a mount namespace of its own: whatever ends it, nothing stays mounted.
install_serviert() {
    step "Serviert, by its own installer"
    discard "$work/root"
    cp -a --reflink=auto "$base" "$work/root"
    mkdir -p "$work/root/srv/serviert" "$work/root/wheels"
    # shellcheck disable=SC2016  # expanded inside
    unshare --mount --pid --fork --kill-child bash -euc '
        root=$1 tree=$2 wheels=$3
        mount --bind -o ro "$tree" "$root/srv/serviert"
        mount --bind -o ro "$wheels" "$root/wheels"
        mount -t proc proc "$root/proc"
        mount -t sysfs -o ro sysfs "$root/sys"
        mount --rbind /dev "$root/dev"
        mount --bind "$root/opt" "$root/opt"  # the installer asks what lies there
        cp --remove-destination /etc/resolv.conf "$root/etc/resolv.conf"
        exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
            START=no PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels PIP_NO_COMPILE=1 sh /srv/serviert/hardware/install/install.sh
    ' install "$work/root" "$tree" "$work/wheels"
    rmdir "$work/root/srv/serviert" "$work/root/wheels"
}

settle() {
    step "A read-only system, its games apart"
    local root=$work/root
    printf '%s\n' serviert >"$root/etc/hostname"
    printf '127.0.0.1 localhost serviert\n::1 localhost\n' >"$root/etc/hosts"
    cat >"$root/etc/fstab" <<'FSTAB'
LABEL=serviert-root / ext4 ro 0 1
LABEL=serviert /var/lib/serviert ext4 noatime,nofail,x-systemd.device-timeout=20s 0 2
FSTAB
    # As hardware/install/readonly.sh writes it.
    printf 'overlayroot="tmpfs:recurse=0"\n' >"$root/etc/overlayroot.local.conf"
    # A Pi's watchdog knows 15 s at most.
    install -D -m 644 /dev/stdin "$root/etc/systemd/system.conf.d/serviert.conf" <<'WATCHDOG'
[Manager]
RuntimeWatchdogSec=15s
WATCHDOG
    chroot "$root" passwd --quiet --lock root
    chroot "$root" update-initramfs -u -k all >/dev/null
    : >"$root/etc/machine-id"
    ln -sf /run/NetworkManager/resolv.conf "$root/etc/resolv.conf"
    rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/* "$root"/var/log/* "$root"/tmp/*
}

# Without mounting anything: each partition is made as a file and laid into its place.
make_boot() {
    local boot=$work/boot root=$work/root kernel
    discard "$boot" "$work/boot.part"
    cp -a "$root/boot/firmware" "$boot"
    kernel=$(basename "$root"/boot/vmlinuz-*)
    mkdir -p "$boot/EFI/BOOT" "$boot/loader/entries"
    cp "$root/usr/lib/systemd/boot/efi/systemd-bootaa64.efi" "$boot/EFI/BOOT/BOOTAA64.EFI"
    cp "$root/boot/$kernel" "$root/boot/${kernel/vmlinuz/initrd.img}" "$boot/"
    local line="root=LABEL=serviert-root ro rootwait quiet panic=10"
    printf 'timeout 0\n' >"$boot/loader/loader.conf"
    printf 'title Serviert\nlinux /%s\ninitrd /%s\noptions %s\n' "$kernel" "${kernel/vmlinuz/initrd.img}" "$line" \
        >"$boot/loader/entries/serviert.conf"
    echo "$line" >"$boot/cmdline.txt"
    truncate -s "${boot_mib}M" "$work/boot.part"
    mkfs.vfat -n SERVIERT "$work/boot.part" >/dev/null
    mcopy -s -i "$work/boot.part" "$boot"/* ::/
}

make_partitions() {
    step "Partitions"
    make_boot
    discard "$work/root/boot"/* "$work/games" "$work"/{root,games}.part
    local used uid gid
    used=$(du -sm --apparent-size "$work/root" | cut -f 1)
    root_mib=$((used * 115 / 100 + 100))
    mke2fs -q -t ext4 -L serviert-root -d "$work/root" "$work/root.part" "${root_mib}M"
    uid=$(awk -F: '$1 == "serviert" { print $3 }' "$work/root/etc/passwd")
    gid=$(awk -F: '$1 == "serviert" { print $4 }' "$work/root/etc/passwd")
    install -d -m 700 -o "$uid" -g "$gid" "$work/games"
    mke2fs -q -t ext4 -L serviert -d "$work/games" -E root_owner="$uid:$gid" "$work/games.part" "${games_mib}M"
}

make_image() {
    step "The image"
    local image=$out/serviert-arm64.img
    mkdir -p "$out"
    rm -f "$image"*
    truncate -s "$((boot_mib + root_mib + games_mib + 2))M" "$image"
    # A table that a Pi's own loader reads, and UEFI, too.
    sfdisk --quiet "$image" <<TABLE
label: dos
start=1MiB, size=${boot_mib}MiB, type=c, bootable
start=$((1 + boot_mib))MiB, size=${root_mib}MiB, type=83
start=$((1 + boot_mib + root_mib))MiB, size=${games_mib}MiB, type=83
TABLE
    local at=1 part
    for part in boot root games; do
        dd if="$work/$part.part" of="$image" bs=1M seek="$at" conv=notrunc,sparse status=none
        at=$((at + $(stat -c %s "$work/$part.part") / 1048576))
    done
}

pack() {
    step "Packed"
    local image=serviert-arm64.img
    cd "$out"
    local size sum
    size=$(stat -c %s $image)
    sum=$(sha256sum $image | cut -d ' ' -f 1)
    xz -T0 -3 --keep --force $image
    sha256sum $image.xz >$image.xz.sha256
    python3 - "$size" "$sum" "$(stat -c %s $image.xz)" <<'MANIFEST' >serviert.rpi-imager-manifest
import datetime, json, sys
size, digest, packed = sys.argv[1:]
print(json.dumps({"os_list": [{
    "name": "Serviert",
    "description": "The companion for five poker dice: camera, button, display. Nothing to type.",
    "url": "serviert-arm64.img.xz",
    "release_date": datetime.date.today().isoformat(),
    "extract_size": int(size),
    "extract_sha256": digest,
    "image_download_size": int(packed),
    "devices": ["pi4-64bit", "pi5-64bit"],
}]}, indent=2))
MANIFEST
    ls -lh "$image" "$image.xz"
}

require_root image
require_tools
mkdir -p "$work"
make_base
fetch_libraries
install_serviert
settle
make_partitions
make_image
pack
