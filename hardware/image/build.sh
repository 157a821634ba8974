#!/bin/bash
# build.sh [FOLDER]: make an image to flash, Debian with Serviert in it and nothing to type. As root, on Debian or Ubuntu:
# `sudo make image`. It comes to build/image: serviert-arm64.img, the same as .img.xz with its sum, and what Raspberry Pi
# Imager reads.
#
# The system is read-only, the games lie on a partition of their own, and nobody can log in. Packages and libraries are
# unpacked by this machine's own programs; only what must run as arm64, packages' scripts above all, runs under QEMU.
# Debian and libraries are kept in $SERVIERT_IMAGES between two runs; away with that folder, and they are fetched as of now.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
out=$(readlink -m "${1:-$tree/build/image}")
image=serviert-arm64.img
work=${SERVIERT_IMAGES:-/var/cache/serviert-image}
release=trixie
export QEMU_CPU=cortex-a72  # a Pi 4's; QEMU's own "max" signs every return address, which takes it long
# shellcheck source=hardware/install/checks.sh
. "$tree/hardware/install/checks.sh"

# What boots, keeps the system read-only, brings it up to date and finds a network; then what install.sh would fetch.
packages=(systemd-sysv systemd-timesyncd udev dbus passwd kmod procps e2fsprogs fdisk linux-image-arm64 initramfs-tools zstd busybox
    overlayroot libbpf1 ca-certificates network-manager wpasupplicant polkitd dnsmasq-base wireless-regdb firmware-brcm80211
    python3 python3-venv python3-libcamera espeak-ng alsa-utils
    chromium fonts-dejavu-core fonts-noto-color-emoji cage xwayland libgl1-mesa-dri)
# What finds the disk: as QEMU has it, and as a Pi has it, on its card or by USB. To pack all drivers there are would take
# the longest of all.
drivers=(ext4 vfat nls_cp437 nls_ascii overlay virtio_blk qemu_fw_cfg sdhci_iproc bcm2835 fixed gpio_regulator
    reset_raspberrypi xhci_pci usb_storage uas sd_mod)
games_mib=512
boot_mib=256

require_tools() {
    local missing=() package
    for package in mmdebstrap qemu-user-static binfmt-support arch-test dosfstools mtools e2fsprogs fdisk kmod xz-utils; do
        dpkg --status "$package" >/dev/null 2>&1 || missing+=("$package")
    done
    [ ${#missing[@]} = 0 ] || { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; } ||
        refuse "these packages are needed and apt could not install them: ${missing[*]}"
    python3 -m pip --version >/dev/null 2>&1 || refuse "pip is needed to fetch libraries: sudo apt install python3-pip"
    local binfmt=/proc/sys/fs/binfmt_misc
    [ -e $binfmt/register ] || mount -t binfmt_misc binfmt_misc $binfmt || true
    [ -e $binfmt/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf >$binfmt/register ||
        refuse "this kernel cannot start another processor's programs: binfmt_misc is missing."
}

step() {
    echo "· $(date +%T) $*"
}

# Should this machine's own /dev still be mounted in one of them, it stays.
discard() {
    rm -rf --one-file-system "$@"
}

# inside ROOT COMMAND…: run a command here, with the root's /proc and /dev mounted. In namespaces of its own: whatever ends
# it, nothing stays mounted, and nothing runs on. No /sys: ONNX Runtime would believe this machine's processors.
inside() {
    local root=$1
    shift
    # shellcheck disable=SC2016  # expanded inside
    unshare --mount --pid --fork --kill-child bash -euc '
        root=$1
        shift
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        mount --bind "$root/opt" "$root/opt"  # the installer asks what lies there
        exec "$@"
    ' inside "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        QEMU_CPU="$QEMU_CPU" "$@"
}

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

# By this machine's pip, where under QEMU it takes half an hour; they lie where install.sh will look, under the name that it
# will ask for.
install_libraries() {
    local root=$1 lock=$tree/hardware/install/requirements.lock python key libraries minor
    local platforms=(--platform manylinux2014_aarch64)
    python=$(chroot "$root" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    key=$({ cat "$lock" && chroot "$root" python3 -VV; } | sha256sum | cut -c 1-16)
    libraries=$work/libraries-$key
    local place=/opt/serviert/libraries/$key
    local site=$place/lib/python$python/site-packages
    inside "$root" chroot "$root" python3 -m venv --system-site-packages --without-pip "$place"
    if [ ! -e "$libraries" ]; then
        step "Libraries for arm64, once"
        for minor in $(seq 17 41); do platforms+=(--platform "manylinux_2_${minor}_aarch64"); done
        discard "$work"/libraries-* "$work/part"
        python3 -m pip --disable-pip-version-check install --quiet --target "$work/part" --no-deps --no-compile \
            --only-binary :all: "${platforms[@]}" --implementation cp --python-version "$python" --require-hashes \
            --requirement "$lock" ||
            refuse "pip could not fetch Serviert's libraries for arm64. Its own words are above; with the network back, try again."
        rm -rf "$work/part/bin"
        mv "$work/part" "$libraries"
    fi
    cp -a "$libraries/." "$root$site/"
    compile "$root" "python$python" "$site"
    touch "$root$place/.complete"
}

# compile ROOT PYTHON FOLDER: at each start of a read-only system it would take minutes anew. By this machine's Python where it
# is the same. A library's own examples may be of another.
compile() {
    local root=$1 python=$2 folder=$3
    if "$python" -c '' 2>/dev/null; then
        "$python" -m compileall -q -s "$root" -p / "$root$folder" || true
    else
        inside "$root" chroot "$root" python3 -m compileall -q "$folder" || true
    fi
}

install_serviert() {
    local root=$work/root
    step "Serviert, by its own installer"
    discard "$root"
    cp -a --reflink=auto "$base" "$root"
    install_libraries "$root"
    mkdir "$root/srv/serviert"
    sh "$tree/hardware/card/card.sh" "$work/card" >/dev/null
    tar -xzf "$work/card/serviert.tar.gz" -C "$root/srv/serviert"
    # The packages are there; to look for others takes apt minutes here.
    echo 'Dir::Etc::sourcelist "/dev/null"; Dir::Etc::sourceparts "/dev/null";' >"$root/srv/serviert/apt.conf"
    inside "$root" chroot "$root" env START=no APT_CONFIG=/srv/serviert/apt.conf sh /srv/serviert/hardware/install/install.sh
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
LABEL=SERVIERT-OS /boot/firmware vfat ro,nofail 0 2
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
    # A Pi's watchdog knows 15 s at most.
    install -D -m 644 /dev/stdin "$root/etc/systemd/system.conf.d/serviert.conf" <<'WATCHDOG'
[Manager]
RuntimeWatchdogSec=15s
WATCHDOG
    # What would change a system that forgets it all at the next start. Its own updates are another matter: update.sh
    systemctl --root="$root" --quiet mask apt-daily.timer apt-daily-upgrade.timer \
        dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer systemd-pstore.service
    systemctl --root="$root" --quiet disable NetworkManager-wait-online.service
    install -m 755 "$here/update.sh" "$root/opt/serviert/update"
    install -m 644 "$here"/systemd/* "$root/etc/systemd/system/"
    systemctl --root="$root" --quiet enable serviert-look.timer serviert-update.path serviert-settle.service
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

pack() {
    step "Packed"
    xz -T0 -1 --keep --force "$image"
    sha256sum "$image.xz" >"$image.xz.sha256"
    python3 - "$(stat -c %s "$image")" "$(sha256sum "$image" | cut -d ' ' -f 1)" "$(stat -c %s "$image.xz")" \
        <<'MANIFEST' >serviert.rpi-imager-manifest
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
    "devices": ["pi4-64bit"],
}]}, indent=2))
MANIFEST
    ls -lh "$out"
}

require_root image
require_tools
mkdir -p "$work"
make_base
install_serviert
settle
make_partitions
make_image
pack
