#!/bin/bash
# Make an image out of Raspberry Pi OS (hardware/image/pios.sh) and look into it: `make test-image-pios`, as root.
#
# What stands in for Raspberry Pi OS Lite is a disk of the same kind with the Debian in it that `make image` keeps, short of a
# package that the installer must then fetch, and with what of Raspberry Pi OS is in the way of a first start. Or the true one:
# `make test-image-pios ARGS=raspios-lite.img.xz`. Nothing is booted. It shows nothing of a Pi.
set -euo pipefail
[ "${1:-}" = --mounts ] || [ "$(id -u)" != 0 ] || exec unshare --mount bash "$0" --mounts "$@"
[ "${1:-}" != --mounts ] || shift
cd "$(dirname "$0")/../.."
tree=$PWD
unproven="that Raspberry Pi OS becomes a device's image"
# shellcheck source=tests/roots.sh
. tests/roots.sh
# shellcheck source=hardware/image/arm64.sh
. hardware/image/arm64.sh
stock=${1:-}
failed=0 passed=0

# ok NAME COMMAND…
ok() {
    local name=$1
    shift
    if "$@" >"$try/said" 2>&1; then
        passed=$((passed + 1))
        say "  ok $name"
    else
        failed=$((failed + 1))
        say "FAIL $name: $*"
        tail -n 20 "$try/said" >&2
    fi
}

is_refused() {
    local sentence=$1
    shift
    ! bash hardware/image/pios.sh "$@" >"$try/refusal" 2>&1 || return 1
    cat "$try/refusal"
    grep -q "^serviert: .*$sentence" "$try/refusal" && [ "$(grep -c "^serviert:" "$try/refusal")" = 1 ]
}

# The same disk as Raspberry Pi OS comes on: number, two partitions, what names them.
make_stock() {
    local debian part=$try/stock
    for debian in "$work"/base-*; do :; done
    [ -d "$debian" ] || give_up "There is no Debian in $work: run \`sudo make image\` once"
    say "What stands in for Raspberry Pi OS …"
    mkdir "$part"
    cp -a --reflink=auto "$debian/." "$part"
    discard "$part"/boot "$part"/lib/modules
    mkdir -p "$part/boot/firmware" "$part/var/lib/NetworkManager" "$part/etc/cloud" "$try/boot"
    chroot "$part" dpkg --purge --force-depends cage >/dev/null
    printf '[main]\nWirelessEnabled=false\n' >"$part/var/lib/NetworkManager/NetworkManager.state"
    printf '[Service]\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n' >"$part/lib/systemd/system/userconfig.service"
    systemctl --root="$part" --quiet enable userconfig.service
    echo "PARTUUID=5e7276e1-02 / ext4 defaults,noatime 0 1" >"$part/etc/fstab"
    rm -f "$part/etc/resolv.conf"
    ln -s /run/none "$part/etc/resolv.conf"
    echo uninitialized >"$part/etc/machine-id"
    echo secret >"$part/var/lib/systemd/random-seed"
    printf '[all]\ndtparam=audio=on\n' >"$try/boot/config.txt"
    mkdir "$try/boot/overlays"
    echo overlay >"$try/boot/overlays/one.dtbo"
    echo "console=tty1 root=PARTUUID=5e7276e1-02 rootfstype=ext4 rootwait resize" >"$try/boot/cmdline.txt"
    truncate -s 64M "$try/boot.part"
    mkfs.vfat -n BOOTFS "$try/boot.part" >/dev/null
    mcopy -s -i "$try/boot.part" "$try"/boot/* ::/
    mke2fs -q -t ext4 -L rootfs -d "$part" "$try/root.part" "$(($(du -sm --apparent-size "$part" | cut -f 1) * 115 / 100 + 200))M"
    discard "$part"
    stock=$try/raspios.img
    truncate -s 8M "$stock"
    cat "$try/boot.part" "$try/root.part" | dd of="$stock" bs=1M seek=8 conv=notrunc,sparse iflag=fullblock status=none
    truncate -s "$((72 * 1048576 + $(stat -c %s "$try/root.part")))" "$stock"
    printf '%s\n' "label: dos" "label-id: 0x5e7276e1" "start=8MiB, size=64MiB, type=c" "start=72MiB, type=83" |
        sfdisk --quiet "$stock" >/dev/null
    rm "$try"/*.part
}

# manifest: its sums and sizes are those of the files, its addresses lead to files.
manifest() {
    (cd "$try/made" && sha256sum --check --quiet serviert-pios.img.xz.sha256) || return
    python3 - "$try/made" <<'MANIFEST'
import hashlib, json, lzma, pathlib, sys, urllib.parse
folder = pathlib.Path(sys.argv[1])
entry, = json.loads((folder / "serviert-pios.rpi-imager-manifest").read_text())["os_list"]
packed, icon = (pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(entry[key]).path)) for key in ("url", "icon"))
assert packed == folder / "serviert-pios.img.xz" and icon.exists(), entry
assert hashlib.sha256(packed.read_bytes()).hexdigest() == entry["image_download_sha256"]
assert packed.stat().st_size == entry["image_download_size"]
size, summed = 0, hashlib.sha256()
with lzma.open(packed) as image:
    while part := image.read(1 << 22):
        size += len(part)
        summed.update(part)
assert (size, summed.hexdigest()) == (entry["extract_size"], entry["extract_sha256"])
assert entry["devices"] == ["pi5-64bit", "pi4-64bit"], entry
MANIFEST
}

as_before() {
    [ "$(sfdisk --disk-id "$image")" = 0x5e7276e1 ] && grep -q "root=PARTUUID=5e7276e1-02 .* resize cfg80211" "$boot/cmdline.txt" &&
        grep -q PARTUUID=5e7276e1-02 "$root/etc/fstab" && [ "$(cat "$root/etc/machine-id")" = uninitialized ] &&
        [ "$(readlink "$root/etc/resolv.conf")" = /run/none ] && [ "$(mtype -i "$loader" ::/overlays/one.dtbo)" = overlay ] &&
        grep -qx dtparam=audio=on "$boot/config.txt"
}

# The systemd that asks is this machine's.
unit_is() {
    [ "$(systemctl --root="$root" is-enabled "$2")" = "$1" ]
}

has_radio() {
    grep -q "regdom=DE$" "$boot/cmdline.txt" && [ ! -e "$root/var/lib/NetworkManager/NetworkManager.state" ] &&
        [ "$(cat "$root/var/lib/systemd/rfkill/platform-1001100000.mmc:wlan")" = 0 ]
}

has_files() {
    [ -e "$root/etc/serviert/serviert.toml" ] && [ -x "$root/opt/serviert/kiosk" ] &&
        [ -e "$root/opt/serviert-source/Makefile" ] && [ "$(chroot "$root" stat -c "%U %a" /var/lib/serviert)" = "serviert 700" ]
}

nothing_left() {
    find "$root"/{var/lib/apt/lists,proc,boot/firmware} "$root/var/cache/apt/archives" -mindepth 1 -type f -not -name lock &&
        find "$root/var/log" -type f -size +0 && ls "$root"/{usr/sbin/policy-rc.d,var/lib/systemd/random-seed} 2>/dev/null
    [ ! -s "$try/said" ]
}

# Of what made it, in the namespace where all was mounted: no mount, no loop, no process that has the root for its own.
nothing_runs() {
    ! grep -q "$work/pios" /proc/*/mountinfo && ! losetup --list | grep -q "$work/pios" &&
        ! readlink /proc/*/root | grep -q "$work/pios"
}

# As the device will: its own Python with its own libraries.
imports() {
    local python
    python=$(chroot "$root" sed -n 's/.*exec \(.*python\) -m.*/\1/p' /opt/serviert/current/bin/serviert)
    inside "$root" chroot "$root" "$python" -c 'import cv2, onnxruntime, gpiozero; print(cv2.__version__)' &&
        inside "$root" chroot "$root" /opt/serviert/current/bin/serviert --help
}

require_root
require_debian_packages qemu-user-static binfmt-support e2fsprogs dosfstools mtools fdisk xz-utils
try=$(mktemp -d -p "${TMPDIR:-/var/tmp}")
trap 'umount -R "$try/root" 2>/dev/null || true; rm -r "$try"' EXIT
echo nothing >"$try/empty.img"
ok "without an image it says which" is_refused "not Raspberry Pi OS. Take"
ok "what is not there is said" is_refused "there is no file" "$try/none.img"
ok "what is no disk is said" is_refused "it has not two partitions" "$try/empty.img"
head -c 100000 /dev/urandom | xz -0 >"$try/random.img.xz"
head -c 50000 "$try/random.img.xz" >"$try/cut.img.xz"
ok "what is packed is unpacked, and is no disk" is_refused "it has not two partitions" "$try/random.img.xz"
ok "a download that was cut short is said" is_refused "cannot be unpacked" "$try/cut.img.xz"
COUNTRY=Germany ok "a country is two letters" is_refused "got COUNTRY=Germany; it is two" "$try/empty.img"
[ -n "$stock" ] || make_stock
COUNTRY=DE bash hardware/image/pios.sh "$stock" "$try/made" || give_up "No image was made"
ok "nothing of its making runs or is mounted" nothing_runs
ok "the manifest says what the files are" manifest
image=$try/made/serviert-pios.img root=$try/root boot=$try/loader
mapfile -t starts < <(partx --raw --noheadings --output START "$image")
dd if="$image" of="$try/root.part" bs=1M iflag=skip_bytes skip=$((starts[1] * 512)) conv=sparse status=none
ok "the root is whole, and ends where its partition does" e2fsck -fn "$try/root.part"
mkdir "$root"
mount -o loop,ro "$try/root.part" "$root"
mkdir "$boot"
loader=$image@@$((starts[0] * 512))
mcopy -i "$loader" ::/config.txt ::/cmdline.txt "$boot/"
[ -n "${1:-}" ] || ok "what names the partitions, and what no two devices share, is as before" as_before
for unit in serviert.service serviert-kiosk.service serviert-wifi.service; do ok "$unit is enabled" unit_is enabled "$unit"; done
for unit in userconfig.service getty@tty1.service; do ok "$unit cannot be" unit_is masked "$unit"; done
ok "cage was fetched" test -x "$root/usr/bin/cage"
ok "the pins are in config.txt" grep -q gpio-shutdown "$boot/config.txt"
ok "the watchdog is asked for" grep -qx RuntimeWatchdogSec=15s "$root/etc/systemd/system.conf.d/serviert.conf"
ok "Wi-Fi is on, for the country that was told" has_radio
ok "settings, games' folder and tree are at their places" has_files
ok "nothing that making it needed is left" nothing_left
ok "its Python has its libraries, and the companion says how it is called" imports
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
