#!/bin/sh
# Show Serviert's page on the attached screen and nothing else: `cage` without a desktop, `desktop` inside one.
# Whatever it waits for is said on the screen's own terminal, and in the log.
set -eu

drm=${SERVIERT_DRM:-/sys/class/drm}
said=
say() {
    [ "$*" = "$said" ] || { printf '%s\n' "$*" && printf '%s\n' "$*" >&2; }
    said=$*
}

has_screen() {
    [ -n "${SERVIERT_NO_SCREEN_CHECK:-}" ] || grep -qsx connected "$drm"/*/status
}

wait_for_screen() {
    until has_screen; do
        say "Kein Bildschirm angeschlossen; Serviert läuft. · No screen is connected; Serviert is running."
        sleep 2
    done
}

status() {
    systemctl show --property=StatusText --value serviert.service 2>/dev/null || true
}

answers() {
    python3 -c 'import sys, urllib.request
urllib.request.build_opener(urllib.request.ProxyHandler({})).open(sys.argv[1], timeout=5).close()' "$1" 2>/dev/null
}

# The address is in the companion's own word on how it is: its port may have been taken.
wait_for_page() {
    while :; do
        now=$(status)
        url=$(printf '%s\n' "$now" | grep -o 'http://[^ ]*' || true)
        if [ -n "$url" ] && answers "$url"; then return; fi
        say "Serviert startet … · Serviert is starting … $now"
        sleep 1
    done
}

browser() {
    for name in chromium chromium-browser; do
        if command -v "$name" >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
    say "Kein Chromium gefunden: sudo make install · No Chromium found: sudo make install" >&2
    exit 1
}

# A display of 7 inches with 720 × 1280 points: at 1.5, which is 1.2 to the power of 2.224, its letters are as large as on
# one of 800 × 480. By the page's zoom: with --force-device-scale-factor trixie's cage shows a quarter of the page.
zoom() {
    grep -qsx 720x1280 "$drm"/*-DSI-*/modes || return 0
    mkdir -p "$profile/Default"
    echo '{"partition": {"default_zoom_level": {"x": 2.2239010857415449}}}' >"$profile/Default/Preferences"
}

# One browser that keeps nothing, asks nothing and calls nobody.
show() {
    profile=${RUNTIME_DIRECTORY:-${XDG_RUNTIME_DIR:-/tmp}}/serviert-browser
    rm -rf "$profile"
    zoom
    "$@" "$(browser)" --kiosk --user-data-dir="$profile" --disk-cache-size=8388608 --ozone-platform-hint=auto \
        --no-first-run --no-default-browser-check --noerrdialogs --disable-session-crashed-bubble --disable-infobars \
        --disable-background-networking --disable-component-update --disable-sync \
        --disable-pinch --overscroll-history-navigation=0 --password-store=basic --hide-scrollbars "$url"
}

case ${1:-} in
cage)
    wait_for_screen
    wait_for_page
    # The unit hides every user's own runtime folder, this one's too: the compositor's socket goes where the browser's
    # files go.
    export XDG_RUNTIME_DIR="$RUNTIME_DIRECTORY"
    # cage ends with its browser; systemd then starts both anew. It takes this script's place: systemd knows no other
    # process of the session that logind moved it to, and could not stop it.
    show exec cage -d --
    ;;
desktop)
    while :; do
        wait_for_page
        show env || true
        sleep 2
    done
    ;;
*)
    echo "Usage: kiosk cage | desktop" >&2
    exit 2
    ;;
esac
