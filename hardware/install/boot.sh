#!/bin/sh
# Put the wiring's lines into a Pi's config.txt, or take them out: boot.sh on LINES CONFIG, boot.sh off CONFIG.
# Again and again is harmless. What stood there before the first time is kept beside it, as config.txt.before-serviert.
set -eu
begin='# Serviert: from here …'
end='# Serviert: … to here'

refuse() {
    echo "serviert: $*" >&2
    exit 1
}

# Windows may have put a carriage return behind each line.
count() {
    tr -d '\r' <"$config" | grep -cxF "$1" || true
}

# A file cut short, or with only one of both lines, is not touched: it decides whether the Pi starts at all.
check() {
    [ -e "$config" ] || refuse "there is no $config: this is no Raspberry Pi OS. Nothing was changed."
    [ "$(count "$begin")" = "$(count "$end")" ] ||
        refuse "in $config one of the lines \"$begin\" and \"$end\" is missing. Remove what is left of them by hand."
}

without_ours() {
    awk -v begin="$begin" -v end="$end" '{ line = $0; sub(/\r$/, "", line) }
        line == begin { ours = 1 } !ours { print } line == end { ours = 0 }' "$config"
}

# The new file is whole on the disk before it takes the old one's place: the plug may be pulled at any moment.
replace() {
    if cmp -s "$config.new" "$config"; then
        rm -f "$config.new"
        return
    fi
    [ -e "$config.before-serviert" ] || cp "$config" "$config.before-serviert"
    sync "$config.new"
    mv "$config.new" "$config"
    sync "$(dirname "$config")"
}

case ${1:-} in
on)
    lines=$2 config=$3
    check
    { without_ours && cat "$lines"; } >"$config.new"
    ;;
off)
    config=$2
    check
    without_ours >"$config.new"
    ;;
*) refuse "usage: boot.sh on LINES CONFIG, or boot.sh off CONFIG" ;;
esac
replace
