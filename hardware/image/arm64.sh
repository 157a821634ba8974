# What is done in the root of an arm64 system on a PC, by build.sh and pios.sh. Sourced, never run.
# shellcheck shell=bash
#
# Libraries are unpacked by this machine's own programs; what must run as arm64, packages' scripts above all, runs under QEMU.
tree=${tree:?}
work=${SERVIERT_IMAGES:-/var/cache/serviert-image}
export QEMU_CPU=cortex-a72  # a Pi 4's; QEMU's own "max" signs every return address, which takes it long

# require_tools PACKAGE…: those, and what starts arm64's programs here.
require_tools() {
    local missing=() package
    for package in qemu-user-static binfmt-support xz-utils "$@"; do
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
        QEMU_CPU="$QEMU_CPU" ${http_proxy:+"http_proxy=$http_proxy"} "$@"
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
        # Debian's image and Raspberry Pi OS's may each have a Python of their own.
        find "$work" -maxdepth 1 -name 'libraries-*' -mtime +30 -exec rm -rf {} +
        discard "$work/part"
        python3 -m pip --disable-pip-version-check install --quiet --target "$work/part" --no-deps --no-compile \
            --only-binary :all: "${platforms[@]}" --implementation cp --python-version "$python" --require-hashes \
            --requirement "$lock" ||
            refuse "pip could not fetch Serviert's libraries for arm64. Its own words are above; with the network back, try again."
        rm -rf "$work/part/bin"
        mv "$work/part" "$libraries"
    fi
    touch "$libraries"
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

# install_serviert ROOT FOLDER NAME=VALUE…: lay the tree into the root's FOLDER, as `make card` packs it, and run its own
# installer there; nothing is started.
install_serviert() {
    local root=$1 folder=$2
    shift 2
    step "Serviert, by its own installer"
    install_libraries "$root"
    mkdir -p "$root$folder"
    sh "$tree/hardware/card/card.sh" "$work/card" >/dev/null
    tar -xzf "$work/card/serviert.tar.gz" -C "$root$folder"
    inside "$root" chroot "$root" env START=no "$@" sh "$folder/hardware/install/install.sh"
}
