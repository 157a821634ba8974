#!/bin/bash
# base.sh ROOT DEBS PACKAGE… -- DRIVER…: fill an arm64 root with packages; part of build.sh, in namespaces of its own.
#
# This machine's apt and dpkg do the work, which is native; dpkg enters the root for each package's own scripts alone. apt
# sees to what depends on what: dpkg would look for this machine's processor where a package is for all.
set -euo pipefail
root=$1 debs=$2
shift 2
packages=()
while [ "$1" != -- ]; do packages+=("$1") && shift; done
shift

aptly() {
    apt-get -qq -o Dir="$root" -o Dir::Etc="$root/etc/apt" -o Dir::State="$root/var/lib/apt" -o Dir::Log="$root/var/log/apt" \
        -o Dir::State::status="$root/var/lib/dpkg/status" -o Dir::Cache="$root/var/cache/apt" -o Dir::Cache::archives="$debs" \
        -o Dir::Bin::dpkg=/usr/bin/dpkg -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o APT::Sandbox::User=root \
        -o APT::Install-Recommends=false -o Acquire::Languages=none -o APT::Keep-Downloaded-Packages=true \
        -o DPkg::Options::=--root="$root" -o DPkg::Options::=--force-unsafe-io -o DPkg::Options::=--force-confold \
        -o DPkg::Options::=--force-depends -o Dpkg::Use-Pty=0 \
        -o DPkg::Path=/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# Nothing is started, and what takes long under QEMU is done once, at the end.
stubs=("$root"/usr/local/sbin/{update-initramfs,depmod} "$root/usr/sbin/policy-rc.d")
for stub in "${stubs[@]}"; do
    printf '#!/bin/sh\nexit %s\n' "$(case $stub in *policy-rc.d) echo 101 ;; *) echo 0 ;; esac)" >"$stub"
    chmod 755 "$stub"
done
mkdir -p "$root/etc/initramfs-tools/conf.d"
printf '%s\n' MODULES=list COMPRESS=zstd COMPRESSLEVEL=3 >"$root/etc/initramfs-tools/conf.d/serviert"
aptly update
aptly -y install "${packages[@]}" >"$debs/said" 2>&1 || {
    tail -n 40 "$debs/said" >&2
    exit 1
}

# The Pi's loader, without its package's scripts.
(cd "$debs" && ls raspi-firmware_*.deb >/dev/null 2>&1 || aptly download raspi-firmware)
dpkg-deb --fsys-tarfile "$debs"/raspi-firmware_*.deb | tar -x -C "$root" ./usr/lib/raspi-firmware

rm "${stubs[@]}"
version=$(basename "$root"/lib/modules/*)
depmod --basedir "$root" "$version"
printf '%s\n' "$@" >>"$root/etc/initramfs-tools/modules"
