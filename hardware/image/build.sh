#!/bin/bash
# build.sh [FOLDER]: make an image to flash, Debian with Serviert in it and nothing to type. As root, on Debian or Ubuntu:
# `sudo make image`. It comes to build/image: serviert-arm64.img, the same as .img.xz with its sum, and what Raspberry Pi
# Imager reads.
#
# The system is read-only, the games lie on a partition of their own, and nobody can log in. For a Pi 5, the Pi's own cameras and
# the Touch Display there is pios.sh.
# Debian and libraries are kept in $SERVIERT_IMAGES between two runs; away with that folder, and they are fetched as of now.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
out=$(readlink -m "${1:-$tree/build/image}")
image=serviert-arm64.img
release=trixie
# shellcheck source=hardware/install/checks.sh
. "$tree/hardware/install/checks.sh"
# shellcheck source=hardware/image/arm64.sh
. "$here/arm64.sh"
# shellcheck source=hardware/image/pack.sh
. "$here/pack.sh"

# What boots, keeps the system read-only, brings it up to date and finds a network; then what install.sh would fetch.
packages=(systemd-sysv systemd-timesyncd udev dbus passwd kmod procps e2fsprogs fdisk linux-image-arm64 initramfs-tools zstd busybox
    overlayroot libbpf1 ca-certificates network-manager wpasupplicant polkitd dnsmasq-base avahi-daemon
    wireless-regdb firmware-brcm80211
    python3 python3-venv python3-libcamera espeak-ng alsa-utils
    chromium fonts-dejavu-core fonts-noto-color-emoji cage xwayland libgl1-mesa-dri)
# What finds the disk: as QEMU has it, and as a Pi has it, on its card or by USB. To pack all drivers there are would take
# the longest of all.
drivers=(ext4 vfat nls_cp437 nls_ascii overlay virtio_blk qemu_fw_cfg sdhci_iproc bcm2835 fixed gpio_regulator
    reset_raspberrypi xhci_pci usb_storage uas sd_mod)
games_mib=512
boot_mib=256

# A Debian of this recipe, kept: only what has changed since is made anew.
make_base() {
    base=$work/base-$(echo "$release ${packages[*]} ${drivers[*]}" | cat - "$here/base.sh" | sha256sum | cut -c 1-12)
    [ ! -e "$base" ] || return 0
    local part=$work/part
    mkdir -p "$work/debs/partial"
    if [ ! -e "$work/smallest" ]; then
        step "The smallest Debian $release for arm64, once"
        discard "$part"
        unshare --mount mmdebstrap --mode=root --quiet --architectures=arm64 --variant=apt --skip=cleanup/apt/lists \
            --components=main,non-free-firmware --dpkgopt=force-unsafe-io --dpkgopt='path-exclude=/usr/share/doc/*' \
            --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
            --aptopt='APT::Install-Recommends "false"' \
            "$release" "$part" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"}  # without one mmdebstrap adds security updates itself
        mv "$part" "$work/smallest"
    fi
    step "Its packages, once"
    discard "$work"/base-* "$part"
    cp -a --reflink=auto "$work/smallest" "$part"
    inside "$part" bash "$here/base.sh" "$part" "$work/debs" "${packages[@]}" -- "${drivers[@]}"
    mv "$part" "$base"
}

install_debian() {
    local root=$work/root
    discard "$root"
    cp -a --reflink=auto "$base" "$root"
    # The packages are there; to look for others takes apt minutes here.
    mkdir "$root/srv/serviert"
    echo 'Dir::Etc::sourcelist "/dev/null"; Dir::Etc::sourceparts "/dev/null";' >"$root/srv/serviert/apt.conf"
    install_serviert "$root" /srv/serviert APT_CONFIG=/srv/serviert/apt.conf
    discard "$root/srv/serviert"
}

settle() {
    step "A read-only system, its games apart"
    local root=$work/root version
    version=$(basename "$root"/lib/modules/*)
    echo serviert >"$root/etc/hostname"
    printf '127.0.0.1 localhost serviert\n::1 localhost\n' >"$root/etc/hosts"
    cat >"$root/etc/fstab" <<'FSTAB'
LABEL=serviert-a / ext4 ro 0 1
LABEL=SERVIERT-OS /boot/firmware vfat ro,nofail,x-systemd.device-timeout=180s 0 2
LABEL=serviert-games /var/lib/serviert ext4 noatime,nofail,x-systemd.device-timeout=180s 0 2
/boot/firmware/serviert.toml /etc/serviert/serviert.toml none bind,nofail,x-systemd.before=serviert.service 0 0
FSTAB
    mkdir -p "$root/boot/firmware"
    # As hardware/install/readonly.sh writes it.
    printf 'overlayroot="tmpfs:recurse=0"\n' >"$root/etc/overlayroot.local.conf"
    # What chooses the system that starts is not part of either: kernel and first system stay as they are flashed.
    install -D -m 755 "$here/choose.sh" "$root/etc/initramfs-tools/scripts/local-top/serviert"
    inside "$root" chroot "$root" update-initramfs -c -k "$version"
    chroot "$root" apt-mark hold linux-image-arm64 "linux-image-$version" >/dev/null
    # What would change a system that forgets it all at the next start. Its own updates are another matter: update.sh
    systemctl --root="$root" --quiet mask apt-daily.timer apt-daily-upgrade.timer \
        dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer systemd-pstore.service
    systemctl --root="$root" --quiet disable NetworkManager-wait-online.service
    install -m 755 "$here/update.sh" "$root/opt/serviert/update"
    install -m 755 "$tree/hardware/install/hotspot.sh" "$root/opt/serviert/hotspot"
    install -m 644 "$here"/systemd/serviert-* "$root/etc/systemd/system/"
    install -D -m 644 "$here/systemd/avahi.conf" "$root/etc/systemd/system/avahi-daemon.service.d/serviert.conf"
    systemctl --root="$root" --quiet enable serviert-look.timer serviert-update.path serviert-settle.service serviert-phones.service
    rm -f "$root"/etc/apt/sources.list "$root"/etc/apt/sources.list.d/*
    echo "deb http://deb.debian.org/debian-security $release-security main non-free-firmware" >"$root/etc/apt/sources.list"
    chroot "$root" passwd --quiet --lock root
    : >"$root/etc/machine-id"
    rm -f "$root/var/lib/dbus/machine-id"
    : >"$root/etc/resolv.conf"
    discard "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/* "$root"/var/log/* "$root"/tmp/*
}

# What a Pi's own loader reads, laid there by hand: the package that would do it asks for a Pi. QEMU is handed the same.
fill_boot() {
    local boot=$work/boot root=$work/root version
    version=$(basename "$root"/lib/modules/*)
    discard "$boot" "$work/boot.part"
    mkdir "$boot"
    cp "$root/boot/vmlinuz-$version" "$boot/vmlinuz"
    cp "$root/boot/initrd.img-$version" "$boot/initrd.img"
    cp "$root/usr/lib/linux-image-$version"/broadcom/bcm2711-*.dtb "$boot/"
    cp "$root"/usr/lib/raspi-firmware/{start4,fixup4}* "$boot/"
    cp "$root/etc/serviert/serviert.toml" "$boot/"  # any computer can change it there: nobody can log in
    printf '%s\n' 'arm_64bit=1' 'kernel=vmlinuz' 'initramfs initrd.img followkernel' >"$boot/config.txt"
    # Not "ro", which overlayroot would hold its layer to; what lies below is mounted so all the same.
    echo "root=LABEL=serviert-a rootwait quiet panic=10 console=tty1" >"$boot/cmdline.txt"
    truncate -s "${boot_mib}M" "$work/boot.part"
    mkfs.vfat -n SERVIERT-OS "$work/boot.part" >/dev/null
    mcopy -s -i "$work/boot.part" "$boot"/* ::/
}

# Without mounting anything: each partition is made as a file and laid into its place. Behind them is the place for a second
# system, which update.sh makes.
make_partitions() {
    step "Partitions"
    fill_boot
    local root=$work/root used owner
    discard "$root/boot"/{vmlinuz,initrd.img,config,System.map}-* "$root/usr/lib/raspi-firmware" "$work/games" \
        "$work"/{root,games}.part
    used=$(du -sm --apparent-size "$root" | cut -f 1)
    root_mib=$((used * 115 / 100 + 600))
    mke2fs -q -t ext4 -L serviert-a -d "$root" "$work/root.part" "${root_mib}M"
    owner=$(awk -F: '$1 == "serviert" { print $3 ":" $4 }' "$root/etc/passwd")
    install -d -m 700 -o "${owner%:*}" -g "${owner#*:}" "$work/games"
    # Whole from the beginning: at the first start nothing goes on writing behind the game.
    mke2fs -q -t ext4 -L serviert-games -d "$work/games" -E "root_owner=$owner,lazy_itable_init=0,lazy_journal_init=0" \
        "$work/games.part" "${games_mib}M"
}

make_image() {
    step "The image"
    local at=1 part
    mkdir -p "$out"
    cd "$out"
    rm -f "$image"*
    truncate -s "$((boot_mib + root_mib + games_mib + 2))M" "$image"
    sfdisk --quiet "$image" <<TABLE
label: dos
start=1MiB, size=${boot_mib}MiB, type=c, bootable
start=$((1 + boot_mib))MiB, size=${root_mib}MiB, type=83
start=$((1 + boot_mib + root_mib))MiB, size=${games_mib}MiB, type=83
TABLE
    for part in boot root games; do
        dd if="$work/$part.part" of="$image" bs=1M seek="$at" conv=notrunc,sparse status=none
        at=$((at + $(stat -c %s "$work/$part.part") / 1048576))
        rm "$work/$part.part"
    done
}

require_root image
require_tools mmdebstrap arch-test dosfstools mtools e2fsprogs fdisk kmod
mkdir -p "$work"
make_base
install_debian
settle
make_partitions
make_image
step "Packed"
pack "$image" "Serviert (Debian)" "The companion for five poker dice, on a Pi 4 with a USB camera. Nothing to type." none pi4-64bit
ls -lh "$out"
