#!/bin/sh
# Install Serviert as a device, or bring an installed one up to date. Again and again is harmless; games and settings
# stay. `sudo make install`, or `sudo make install KIOSK=no` for a device without a screen of its own; with BOOT=yes
# the shutdown button's line also goes into config.txt, with HOTSPOT=yes the device opens a Wi-Fi of its own where it
# knows none, with MDNS=yes phones find it by its name, too. With START=no, in an image that is being made, nothing is
# started: it all is at the image's own first start.
set -eu
here=$(dirname "$(readlink -f "$0")")
tree=$(readlink -f "$here/../..")
# shellcheck source=hardware/install/checks.sh
. "$here/checks.sh"
libraries=
new=
previous=

step() {
    echo "· $*"
}

starts() {
    [ "${START:-yes}" = yes ]
}

is_in_archive() {
    apt-cache show --no-all-versions "$1" >/dev/null 2>&1
}

is_desktop() {
    [ -e /etc/systemd/system/display-manager.service ] && [ "$(systemctl get-default)" = graphical.target ]
}

packages() {
    echo python3 python3-venv ca-certificates
    for name in python3-picamera2 python3-libcamera python3-lgpio espeak-ng alsa-utils; do
        if is_in_archive "$name"; then echo "$name"; fi
    done
    if [ "${HOTSPOT:-no}" = yes ]; then echo dnsmasq-base; fi
    if [ "${MDNS:-no}" = yes ]; then echo avahi-daemon; fi
    [ "${KIOSK:-yes}" = yes ] || return 0
    # Raspberry Pi OS bookworm calls it chromium-browser. The fonts have the suits and the emoji of players' names, the driver
    # draws.
    if is_in_archive chromium; then echo chromium; else echo chromium-browser; fi
    echo fonts-dejavu-core fonts-noto-color-emoji
    # Bookworm's cage ends at once without Xwayland, though nothing here speaks X.
    is_desktop || echo cage xwayland libgl1-mesa-dri
}

install_packages() {
    step "Debian packages"
    apt-get update -qq || echo "The list of packages could not be refreshed; going on with the one there is." >&2
    wanted=$(packages | tr '\n' ' ')
    # shellcheck disable=SC2086  # a list
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120 $wanted \
        >/dev/null || refuse "apt could not install: $wanted. Its own words are above; with the network back, try again."
}

make_user() {
    name=$1
    shift
    id "$name" >/dev/null 2>&1 || useradd --system --home-dir "$data" --no-create-home --shell /usr/sbin/nologin "$name"
    for group in "$@"; do
        if getent group "$group" >/dev/null; then usermod --append --groups "$group" "$name"; fi
    done
}

# Named after all that decides what is in it: an upgrade that needs the same libraries takes them as they are, which
# spares the card some hundred megabytes and a Pi some minutes.
install_libraries() {
    key=$({ cat "$here/requirements.lock" && python3 -VV; } | sha256sum | cut -c 1-16)
    libraries=$prefix/libraries/$key
    if [ ! -e "$libraries/.complete" ]; then
        step "Libraries, in $libraries"
        rm -rf "$libraries"
        python3 -m venv --system-site-packages "$libraries"
        # No compiler is needed on a Pi, and none is used: what has no wheel is an error, as is a wheel that is not the
        # one tested.
        "$libraries/bin/python" -m pip --disable-pip-version-check install --quiet --no-warn-script-location \
            --only-binary :all: --require-hashes --requirement "$here/requirements.lock" ||
            refuse "pip could not install Serviert's libraries, which are locked for bookworm's and trixie's Python." \
                "Its own words are above; with the network back, try again."
        touch "$libraries/.complete"
    fi
}

install_version() {
    new=$prefix/versions/$(date -u +%Y%m%d-%H%M%S)-$$
    step "Serviert, in $new"
    mkdir -p "$new/bin"
    (cd "$tree" && cp -R scoring vision firmware models README.md firmware/serviert.toml "$new/")
    mkdir "$new/hardware"  # of what is built only what the device knows: header, numbers, optics, paper
    (cd "$tree/hardware" && cp -R __init__.py data.py errors.py header.py header.toml numbers.py numbers.toml optics paper "$new/hardware/")
    {  # what the page says of it, and where a newer one is fetched to
        sed -n 's/^version = "\(.*\)"/\1/p' "$tree/pyproject.toml"
        git -c safe.directory="$tree" -C "$tree" log -1 --format=%cs 2>/dev/null || echo
        if [ -e "$tree/.git" ]; then echo "$tree"; else echo; fi
    } >"$new/version.txt"
    cat >"$new/bin/serviert" <<LAUNCHER
#!/bin/sh
PYTHONPATH=$new PYTHONSAFEPATH=1 exec $libraries/bin/python -m firmware "\$@"
LAUNCHER
    chmod 755 "$new/bin/serviert"
    chmod -R a+rX,go-w "$new"
    "$libraries/bin/python" -m compileall -q "$new/scoring" "$new/vision" "$new/firmware" "$new/models" "$new/hardware" || true
    check_libraries
}

# Bookworm's libraries are built for numpy 1 and ours for numpy 2: that they meet must be tried, not hoped.
check_libraries() {
    if ! { "$libraries/bin/python" -c 'import cv2, onnxruntime, gpiozero' && "$new/bin/serviert" --help >/dev/null; }; then
        refuse "what was installed does not work here. The words above say what is missing."
    fi
    if python3 -c 'import picamera2' 2>/dev/null && ! "$libraries/bin/python" -c 'import picamera2'; then
        refuse "the system's picamera2 does not work beside Serviert's libraries. The words above say why."
    fi
}

forget_unfinished() {
    if [ -n "$libraries" ] && [ ! -e "$libraries/.complete" ]; then rm -rf "$libraries"; fi
    if [ -n "$new" ] && [ "$(readlink "$prefix/current" 2>/dev/null)" != "$new" ]; then rm -rf "$new"; fi
}

install_files() {
    step "Units and settings"
    install -D -m 644 "$here/systemd/serviert.service" /etc/systemd/system/serviert.service
    install -D -m 644 "$here/systemd/serviert-disk.service" /etc/systemd/system/serviert-disk.service
    install -D -m 644 "$here/systemd/serviert-stick@.service" /etc/systemd/system/serviert-stick@.service
    install -D -m 644 "$here/systemd/serviert-stick.rules" /etc/udev/rules.d/90-serviert-stick.rules
    install -D -m 644 "$here/systemd/serviert-wifi.service" /etc/systemd/system/serviert-wifi.service
    systemctl enable --quiet serviert-wifi.service
    if [ -d "$polkit" ]; then install -m 644 "$here/serviert-wifi.rules" "$polkit/50-serviert-wifi.rules"; fi
    if [ "$(systemctl --version | sed -n '1s/systemd \([0-9]*\).*/\1/p')" -ge 254 ]; then
        install -D -m 644 "$here/systemd/back-off.conf" /etc/systemd/system/serviert.service.d/back-off.conf
    fi
    install -D -m 644 "$here/systemd/journald.conf" /etc/systemd/journald.conf.d/serviert.conf
    install -D -m 644 "$here/systemd/watchdog.conf" /etc/systemd/system.conf.d/serviert.conf
    [ -e "$settings/serviert.toml" ] || install -D -m 644 "$here/serviert.toml" "$settings/serviert.toml"
    install -m 755 "$here/kiosk.sh" "$prefix/kiosk"
    install -m 755 "$here/reach.sh" "$prefix/reach"
    install -d -m 700 -o serviert -g serviert "$data"
    starts || return 0
    systemctl daemon-reload
    udevadm control --reload 2>/dev/null || true
    systemctl try-restart systemd-journald.service || true
}

# Left as it is where nothing is said of it.
install_hotspot() {
    [ -n "${HOTSPOT:-}" ] || return 0
    step "A Wi-Fi of its own: $HOTSPOT"
    sh "$here/hotspot.sh" "$HOTSPOT" "$settings" "$connections"
}

point_to() {
    ln -sfn "$1" "$prefix/current.new"
    mv -T "$prefix/current.new" "$prefix/current"
}

as_serviert() {
    runuser -u serviert -- "$@"
}

# What an older version could not read any more must be there for it when it has to come back.
keep_games() {
    as_serviert rm -rf "$data/before-upgrade" || return 1
    [ -e "$data/games.sqlite3" ] || return 0
    as_serviert mkdir -m 700 "$data/before-upgrade" &&
        as_serviert cp -a "$data"/games.sqlite3* "$data/before-upgrade/" && sync -f "$data"
}

switch() {
    if ! starts; then
        point_to "$new"
        systemctl enable --quiet serviert.service
        return
    fi
    step "Starting"
    previous=$(readlink "$prefix/current" 2>/dev/null || true)
    systemctl stop serviert.service 2>/dev/null || true
    if ! keep_games; then
        systemctl start serviert.service || true
        refuse "the games in $data could not be copied, the words above say why. Nothing was changed."
    fi
    point_to "$new"
    systemctl enable --quiet serviert.service
    before=$(journalctl --quiet --lines=0 --show-cursor | sed -n 's/^-- cursor: //p')
    systemctl start serviert.service || go_back
}

# In its own sentence, which is also its status; what fell over before it could speak left its last lines in the log.
what_it_said() {
    said=$(systemctl show --property=StatusText --value serviert.service)
    if [ -z "$said" ]; then
        journalctl --sync || true
        said=$(journalctl --quiet --output=cat ${before:+"--after-cursor=$before"} _SYSTEMD_UNIT=serviert.service | tail -n 5)
    fi
    printf '%s\n' "${said:-It says nothing.}"
}

go_back() {
    said=$(what_it_said) || said="It says nothing."
    systemctl stop serviert.service || true
    if [ -z "$previous" ] || [ ! -d "$previous" ]; then
        refuse "installed, but it does not start. Its last words:
$said
More: journalctl -u serviert"
    fi
    if [ -d "$data/before-upgrade" ]; then
        as_serviert rm -f "$data"/games.sqlite3*
        as_serviert cp -a "$data"/before-upgrade/. "$data/"
    fi
    point_to "$previous"
    rm -rf "$new"
    systemctl start serviert.service || true
    refuse "the new version does not start. Its last words:
$said
The version before runs again, with its games. More: journalctl -u serviert"
}

forget_others() {
    for other in "$prefix"/versions/* "$prefix"/libraries/*; do
        case $other in
        "$new" | "$libraries") ;;
        *) rm -rf "$other" ;;
        esac
    done
}

install_kiosk() {
    [ "${KIOSK:-yes}" = yes ] || return 0
    if is_desktop; then
        step "The page in the desktop, from the next login on"
        install -D -m 644 "$here/serviert-kiosk.desktop" /etc/xdg/autostart/serviert-kiosk.desktop
        return
    fi
    step "The page on the screen"
    install -D -m 644 "$here/systemd/serviert-kiosk.pam" /etc/pam.d/serviert-kiosk
    install -D -m 644 "$here/systemd/serviert-kiosk.service" /etc/systemd/system/serviert-kiosk.service
    install -D -m 644 "$here/systemd/kiosk-slice.conf" \
        "/etc/systemd/system/user-$(id -u serviert-kiosk).slice.d/serviert.conf"
    systemctl enable --quiet serviert-kiosk.service
    starts || return 0
    systemctl daemon-reload
    systemctl restart --no-block serviert-kiosk.service
}

# What the wiring needs of the Pi before Linux runs; only where it is asked for, since it is the whole system's file.
install_boot() {
    [ "${BOOT:-no}" = yes ] || return 0
    step "The pins, in $boot_config"
    sh "$here/boot.sh" on "$here/../made/wiring/config.txt" "$boot_config"
    echo "The shutdown button works after a restart: sudo reboot"
}

require_root install
if [ "${BOOT:-no}" = yes ] && [ ! -e "$boot_config" ]; then
    refuse "BOOT=yes is for Raspberry Pi OS: there is no $boot_config here. Run it again without."
fi
case ${HOTSPOT:-no} in
no) ;;
yes) [ -d "$connections" ] || refuse "HOTSPOT=yes needs NetworkManager, which Raspberry Pi OS has. Run it again without." ;;
*) refuse "got HOTSPOT=$HOTSPOT; it is yes or no." ;;
esac
if starts; then require_systemd; fi
require_apt
require_64_bit
require_writable_system
mkdir -p "$prefix"
require_room
if command -v python3 >/dev/null 2>&1; then require_python; fi
trap forget_unfinished EXIT
install_packages
require_python
make_user serviert video render gpio input audio
make_user serviert-kiosk video render input audio
install_libraries
install_version
install_files
install_hotspot
switch
forget_others
install_kiosk
install_boot
if ! starts; then
    echo "Serviert is installed, and starts with this system."
    exit
fi
if [ "${MDNS:-no}" = yes ]; then echo "Phones find it as http://$(hostname).local:8450/ once [share] lets them in."; fi
echo "Serviert runs: $(systemctl show --property=StatusText --value serviert.service). It starts by itself at power-on."
echo "How it is: $prefix/current/bin/serviert doctor --config $settings/serviert.toml · its log: journalctl -u serviert"
