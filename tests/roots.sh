# What is shared by all that tests in a Debian of its own (tests/picamera, tests/arm64, tests/install). Sourced, never run.
# shellcheck shell=bash
say() { echo "$*" >&2; }

# Say loudly that nothing was shown. $unproven is what would have been.
give_up() {
    say ""
    say "=============================== NOT PROVEN ==============================="
    say "$1."
    say "So it was NOT shown ${unproven:?}."
    say "=========================================================================="
    exit 3
}

require_root() {
    [ "$(id -u)" = 0 ] || give_up "A Debian of its own can only be built and entered by root, and this is $(id -un)"
}

require_debian_packages() {
    local missing=() package
    for package in "$@"; do dpkg --status "$package" >/dev/null 2>&1 || missing+=("$package"); done
    [ ${#missing[@]} = 0 ] && return
    say "Installing ${missing[*]} …"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } \
        >&2 || give_up "${missing[*]} could not be installed"
}

# bootstrap FOLDER ARCHITECTURE PACKAGES [RELEASE]: a Debian, trixie if nothing is said, whole or not at all.
bootstrap() {
    local folder=$1 architecture=$2 packages=$3 release=${4:-trixie} kept
    kept=$(dirname "$folder")/packages-$architecture
    mkdir -p "$kept"
    rm -rf "$folder.part"
    say "Building a Debian $release ($architecture) in $folder; this takes some minutes, once …"
    # shellcheck disable=SC2086  # no mirror is no argument
    debootstrap --variant=minbase --arch="$architecture" --cache-dir="$kept" --include="$packages" \
        "$release" "$folder.part" ${DEBIAN_MIRROR:-} >"$folder.log" 2>&1 ||
        give_up "debootstrap failed; its log is $folder.log ($(tail -n 1 "$folder.log"))"
    mv "$folder.part" "$folder"
}

# in_root ROOT COMMAND…: run a command in a root, with processes and mounts of its own, which end with it; this tree is
# /serviert there, not to be written.
in_root() {
    local root=$1
    shift
    # shellcheck disable=SC2016  # expanded inside
    unshare --mount --pid --fork --kill-child bash -euc '
        root=$1; tree=$2; shift 2
        mkdir -p "$root/serviert"
        mount --bind -o ro "$tree" "$root/serviert"
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"  # with its terminals
        exec chroot "$root" "$@"' in_root "$root" "${tree:?}" "$@"
}
