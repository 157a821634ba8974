#!/bin/bash
# Boot the image to flash on a Pi's processor, as QEMU plays it, play a turn, cut the power, bring it up to date:
# `make test-image`, with TIMES, CUTS, WIFIS and UPDATES for how often, SEED for other moments.
#
# The image stays as it is: each try writes into a layer of its own; what is tried goes in by systemd's credentials, and
# what comes of it out by the serial port. QEMU is handed kernel, first system and command line out of the image's first
# partition, as a Pi's loader reads them. Power is cut by killing QEMU. It shows nothing of a Pi's own loader, camera and
# speed. `cut` takes a copy of the card at each moment instead of a boot of its own, which is the same card.
set -euo pipefail
cd "$(dirname "$0")/../.."
unproven="that the image to flash boots"
# shellcheck source=tests/roots.sh
. tests/roots.sh
image=$(readlink -m "${1:-build/image/serviert-arm64.img}")
times=${TIMES:-2} cuts=${CUTS:-10} wifis=${WIFIS:-1} updates=${UPDATES:-1} RANDOM=${SEED:-1}
work=$(mktemp -d)
longest_boot_s=1200
qemu=

cut_power() {
    [ -z "$qemu" ] || { kill -9 "$qemu" && wait "$qemu"; } 2>/dev/null || true
    qemu=
}

trap 'cut_power; rm -r "$work"' EXIT

fail() {
    say "FAIL: $*"
    say "Its last lines:"
    tail -n 40 "$work/said" >&2 || true
    exit 1
}

# The image, as new, on a card of 8 GB: what is written goes into a layer above it.
put_in_new_card() {
    qemu-img create -q -f qcow2 -F raw -b "$image" "$work/card.qcow2" 8G
}

# switch_on COMMAND…: boot; once the companion is ready each command of tests/image/proof.sh is tried.
switch_on() {
    local credentials=() name stick=()
    printf '%s\n' "$@" >"$work/commands"
    cp tests/install/page.py tests/image/*.sh "$work/"
    cp tests/image/proof.service "$work/systemd.extra-unit.p.service"  # QEMU takes no longer name
    for name in commands page.py proof.sh neighbour.sh systemd.extra-unit.p.service; do
        credentials+=(-fw_cfg "name=opt/io.systemd.credentials/$name,file=$work/$name")
    done
    [ ! -e "$work/stick.part" ] || stick=(-device qemu-xhci -device "usb-storage,drive=stick"
        -drive "file=$work/stick.part,format=raw,if=none,id=stick")
    SECONDS=0
    : >"$work/said"
    qemu-system-aarch64 -machine virt -cpu cortex-a72 -smp "$(nproc)" -m 2048 -nic user -display none -serial stdio \
        -device i6300esb -action watchdog=none -no-reboot -kernel "$work/vmlinuz" -initrd "$work/initrd.img" \
        -append "$(cat "$work/cmdline.txt") systemd.wants=p.service" \
        -drive "file=$work/card.qcow2,if=virtio" "${credentials[@]}" "${stick[@]}" </dev/null >"$work/said" 2>&1 &
    qemu=$!
}

# wait_until WORDS: until it has said them.
wait_until() {
    until grep -q "PROOF $1" "$work/said"; do
        kill -0 "$qemu" 2>/dev/null || fail "QEMU ended."
        [ $SECONDS -lt $longest_boot_s ] || fail "it did not come so far in $longest_boot_s s."
        sleep 1
    done
}

# said COMMAND: a command may have a path in it.
said() {
    awk -v key="PROOF $1: " 'at = index($0, key) { print substr($0, at + length(key)) }' "$work/said" | tr -d '\r'
}

# expect KEY PATTERN
expect() {
    [[ $(said "$1") == $2 ]] || fail "\"$1\" said \"$(said "$1")\", not \"$2\"."
}

watched="! cat /sys/class/watchdog/watchdog0/state"
settings_from="! findmnt -no SOURCE /etc/serviert/serviert.toml"

# Boot to a played turn, the watchdog in systemd's hand, cut the power, boot again: the game goes on where it was. Settings are
# the ones that any computer can change on the card.
play() {
    put_in_new_card
    switch_on begin "$watched"
    wait_until over
    took_s=$SECONDS
    local ready sheet
    ready=$(said ready) sheet=$(said begin)
    expect mounts "overlay rw over ro, ext4"
    expect begin "*'aces', 1, 18*"
    expect "$watched" active
    cut_power
    switch_on sheet "turn kings" "$settings_from"
    wait_until over
    expect "$settings_from" "*serviert.toml*"
    [ "$(said sheet)" = "$sheet" ] || fail "after the cut the sheet is $(said sheet), and was $sheet."
    expect "turn kings" "*'kings', 1, *"
    cut_power
    say "  ok it is ready $ready s after the kernel began, a turn is played $took_s s after power-on; cut, it goes on after $SECONDS s"
}

# A Wi-Fi is joined by the page, and known after a cut. Where the settings let phones in and none is near, the device has one of
# its own, and a name.
neighbour="! sh \$CREDENTIALS_DIRECTORY/neighbour.sh"
named="! systemctl is-active avahi-daemon"
shared="! mount -o remount,rw /boot/firmware && sed -i '/share/,\$s/^on = false/on = true/' /boot/firmware/serviert.toml && sync"
kept="! findmnt -no FSROOT /etc/NetworkManager/system-connections"
known="! nmcli -e no -g NAME connection show | grep Nachbar"
own="! modprobe mac80211_hwsim radios=1; until nmcli -g GENERAL.CONNECTION device show wlan0 | grep ..; do sleep 1; done"
wifi() {
    put_in_new_card
    switch_on "$named" "$neighbour" "join Nachbar geheim123" "$shared"
    wait_until over
    expect "$named" inactive
    expect "$neighbour" open
    expect "join Nachbar geheim123" '{"trouble":null}'
    expect "$shared" ""
    cut_power
    switch_on "$kept" "$known" "$named" "$own"
    wait_until over
    expect "$kept" /network
    expect "$known" "Serviert: Nachbar"
    expect "$named" active
    expect "$own" serviert
    cut_power
    say "  ok a Wi-Fi is joined by the page, and known after a cut; for phones there is one, and a name"
}

# The card as a cut leaves it at a moment: QEMU stands still while it is copied.
keep_card() {
    kill -STOP "$qemu"
    until grep -q '^State:.*stopped' "/proc/$qemu/status"; do sleep 0.01; done
    cp --sparse=always "$work/card.qcow2" "$work/cut-$1.qcow2"
    kill -CONT "$qemu"
}

# Cut the power at so many random moments of a first start, and boot each card that it leaves; two alike once.
cut() {
    local moment moments=() state
    local -A booted=()
    for _ in $(seq "$cuts"); do moments+=($((RANDOM % took_s))); done  # here: a subshell has another seed
    mapfile -t moments < <(printf '%s\n' "${moments[@]}" | sort -n)
    put_in_new_card
    booted[$(sha256sum <"$work/card.qcow2")]="the new card"
    switch_on begin
    for moment in "${moments[@]}"; do
        while [ $SECONDS -lt "$moment" ]; do sleep 0.1; done
        keep_card "$moment"
    done
    cut_power
    for moment in "${moments[@]}"; do
        state=$(sha256sum <"$work/cut-$moment.qcow2")
        if [ -n "${booted[$state]:-}" ]; then
            say "  ok cut $moment s after power-on: as ${booted[$state]}"
            continue
        fi
        cp --sparse=always "$work/cut-$moment.qcow2" "$work/card.qcow2"
        switch_on sheet begin
        wait_until over
        expect mounts "overlay rw over ro, ext4"
        expect begin "*'aces', 1, 18*"
        say "  ok cut $moment s after power-on it is ready and plays; on the sheet then: $(said sheet)"
        cut_power
        booted[$state]="at $moment s"
    done
}

# A stick with a newer Serviert, as `make card` makes it; known by a file that no other has.
make_stick() {
    sh hardware/card/card.sh "$work/card" >/dev/null
    mkdir "$work/newer"
    tar -xzf "$work/card/serviert.tar.gz" -C "$work/newer"
    touch "$work/newer/firmware/newer"
    tar -czf "$work/serviert.tar.gz" -C "$work/newer" .
    mkfs.vfat -C -n SERVIERT "$work/stick.part" 65536 >/dev/null
    mcopy -i "$work/stick.part" "$work/serviert.tar.gz" ::/
}

# A copy of the system is brought up to date, tried by one restart, and kept where the companion is ready there; the game goes
# on. Cut while it is tried, the old one runs as before.
which='! lsblk -no LABEL "$(findmnt -no SOURCE /media/root-ro)"'
until_made="! until grep -Eo 'restart|failed.*' /run/serviert-update/state; do sleep 1; done"
until_made+="; journalctl --unit serviert-update --output cat --lines 6 | tr '\n' ' '"
is_newer="! ls /opt/serviert/current/firmware/newer"
update() {
    put_in_new_card
    make_stick
    switch_on begin "! /opt/serviert/update look" about update "$until_made"
    while kill -0 "$qemu" 2>/dev/null; do
        [ $SECONDS -lt $((2 * longest_boot_s)) ] && ! grep -q "failed " "$work/said" || fail "no copy was made."
        sleep 1
    done
    expect about "*Auf dem Stick*"
    say "  · Made $SECONDS s after power-on."
    rm "$work/stick.part"
    cp --sparse=always "$work/card.qcow2" "$work/made.qcow2"
    switch_on sheet
    sleep $((took_s / 2 + RANDOM % (took_s / 3)))  # it has begun, and is not ready
    cut_power
    switch_on about sheet "$which"
    wait_until over
    expect about "*startete das Gerät nicht*"
    expect sheet "*'aces', 1, 18*"
    expect "$which" "serviert-a"
    cut_power
    mv "$work/made.qcow2" "$work/card.qcow2"
    switch_on "! until grep -q updated /run/serviert-update/state; do sleep 1; done" about sheet
    wait_until over
    expect about "*läuft mit dem Neuen*"
    expect sheet "*'aces', 1, 18*"
    cut_power
    switch_on sheet "$which" "$is_newer"
    wait_until over
    expect "$which" "serviert-b"
    expect "$is_newer" "/opt/serviert/current/firmware/newer"
    cut_power
    say "  ok cut while it is tried the old system runs; ready once, the new one runs from then on"
}

require_debian_packages qemu-system-arm qemu-utils mtools dosfstools
if [ ! -e "$image" ]; then
    require_root
    bash hardware/image/build.sh "$(dirname "$image")"
fi
mcopy -n -i "$image@@1M" ::/vmlinuz ::/initrd.img ::/cmdline.txt "$work/"
took_s=300
for _ in $(seq "$times"); do play; done
[ "$cuts" = 0 ] || cut
for _ in $(seq "$wifis"); do wifi; done
for _ in $(seq "$updates"); do update; done
echo "$((times + cuts + wifis + updates)) passed, 0 failed"
