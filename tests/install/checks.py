"""What an installed device must do, in a booted system; `__main__` names it. Each returns the figure it found."""

import re
from pathlib import Path

from tests.install.machine import Machine, ran

HERE = "/srv/serviert"
ADDRESS = "http://127.0.0.1:8440/"
DATA = "/var/lib/serviert"
PAGE = f"python3 {HERE}/tests/install/page.py {ADDRESS}"
RATE = "systemd-analyze security --no-pager"
READY = "test $(systemctl show --property=ActiveState --value serviert) = active"
PYTHON = "sed -n 's/.*exec \\(.*python\\) -m.*/\\1/p' /opt/serviert/current/bin/serviert"
MOUNTS = ("serviert-disk", "serviert-stick@", "serviert-wifi")
MOST_EXPOSED = {"serviert": 2.0, "serviert-kiosk": 3.0, **dict.fromkeys(MOUNTS, 9.6)}
"""By systemd's own rating, of 10; the mounts do nothing but mount, as root and where everybody sees it."""

LOG_MIB = 64
OLD_SIMPLEJPEG = "simplejpeg==1.6.6"
GAMES, LONGEST_START_S = 1_000, 20.0
LOG = f"{DATA}/games.sqlite3"

# A card has nothing of it in memory when the power comes.
FORGET = f"""sync && python3 -c "import os
file = os.open('{LOG}', os.O_RDONLY)
os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)" """


def is_refused(machine: Machine, command: str, sentence: str) -> str:
    done = machine.run(command)
    assert done.returncode != 0, f"`{command}` was not refused:\n{done.stdout[-2000:]}"
    assert re.search(sentence, done.stdout), f"`{command}` was refused without {sentence!r}:\n{done.stdout[-2000:]}"
    assert "Traceback" not in done.stdout, done.stdout
    return next(line for line in done.stdout.splitlines() if re.search(sentence, line))


def refusals(machine: Machine) -> str:
    install = f"cd {HERE} && make install"
    said = [is_refused(machine, f"runuser -u nobody -- sh -c '{install}'", "needs root. Run: sudo make install")]
    # Without systemd: what tells that it runs is hidden from the installer alone.
    without = f"unshare -m sh -c 'mount -t tmpfs none /run && {install}'"
    said.append(is_refused(machine, without, "systemd does not run here"))
    bare = "d=$(mktemp -d) && ln -s /usr/bin/* $d && rm $d/apt-get"
    said.append(is_refused(machine, f"{bare} && PATH=$d && {install}", "there is no apt here"))
    old = "d=$(mktemp -d) && printf '#!/bin/sh\\nexit 1\\n' >$d/python3 && chmod 755 $d/python3"
    said.append(is_refused(machine, f"{old} && PATH=$d:$PATH && {install} KIOSK=no", "3.11 or newer is needed"))
    full = "d=$(mktemp -d) && printf '#!/bin/sh\\necho Avail\\necho 12M\\n' >$d/df && chmod 755 $d/df"
    said.append(is_refused(machine, f"{full} && PATH=$d:$PATH && {install}", "got 12 MiB free"))
    said.append(is_refused(machine, f"unshare -m sh -c 'mount -t tmpfs none /opt && {install}'", "is read-only"))
    machine.says("! id serviert && ! test -e /etc/systemd/system/serviert.service")
    return f"{len(said)} sentences"


def installs(machine: Machine) -> str:
    told = machine.says(f"cd {HERE} && make install", within_s=3600)
    assert re.search(r"Serviert runs: Ready at http://127\.0\.0\.1:\d+/", told), told
    return "libraries anew" if "· Libraries" in told else "libraries as an earlier run left them"


def serves(machine: Machine) -> str:
    machine.until(READY, within_s=60)
    assert machine.shows("StatusText") == f"Ready at {ADDRESS}"
    html = machine.says(f"python3 -c 'import urllib.request as u; print(u.urlopen(\"{ADDRESS}\").read().decode())'")
    assert "<title>" in html, html[:500]
    user = machine.says(f"ps -o user= -p {machine.shows('MainPID')} || stat -c %U /proc/{machine.shows('MainPID')}")
    assert user.strip() == "serviert", user
    assert machine.says(f"stat -c '%U %a' {DATA}") == "serviert 700"
    groups = machine.says("id -nG serviert").split()
    wanted = {"video", "render", "gpio", "input", "audio"}
    there = {group for group in wanted if machine.run(f"getent group {group}").returncode == 0}
    assert there <= set(groups), groups
    return f"groups {' '.join(sorted(there))}"


def exposure(machine: Machine) -> str:
    rated = {unit: rating(machine.run(f"{RATE} {unit}.service").stdout) for unit in ("serviert", "serviert-kiosk")}
    assert all(rate <= MOST_EXPOSED[unit] for unit, rate in rated.items()), rated
    machine.says("systemd-analyze verify serviert.service serviert-kiosk.service")
    return ", ".join(f"{unit} {rate} of 10, mark ≤ {MOST_EXPOSED[unit]}" for unit, rate in rated.items())


def rating(verdict: str) -> float:
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", verdict)
    assert found, verdict[-500:]
    return float(found[1])


def numpy_of_the_archive(machine: Machine) -> str:
    python = machine.says(PYTHON)
    system = "/usr/lib/python3/dist-packages"
    machine.says(f"{python} -m pip install -q --no-deps --upgrade --target {system} {OLD_SIMPLEJPEG}", within_s=900)
    first = f"import sys; sys.path.insert(0, '{system}'); import simplejpeg"
    assert "numpy.dtype size changed" in machine.run(f'{python} -c "{first}"').stdout, "the stand-in shows nothing"
    encode = "import cv2, numpy, simplejpeg; simplejpeg.encode_jpeg(numpy.zeros((8, 8, 3), numpy.uint8))"
    show = "print('numpy', numpy.__version__, 'OpenCV', cv2.__version__, simplejpeg.__file__)"
    said = machine.says(f'{python} -c "{encode}; {show}"')
    assert "/opt/serviert/libraries/" in said, said
    return said.rpartition(" ")[0]


def begins_a_game(machine: Machine) -> str:
    sheet = machine.says(f"{PAGE} begin")
    assert "Anna" in sheet, sheet
    assert "aces" in sheet, sheet
    return sheet


def keeps(machine: Machine, sheet: str) -> None:
    now = machine.says(f"{PAGE} sheet")
    assert now == sheet, f"{sheet} became {now}"


def upgrades(machine: Machine, sheet: str) -> str:
    machine.says("echo '# my own' >>/etc/serviert/serviert.toml")
    before = machine.says("readlink /opt/serviert/current")
    installs(machine)
    after = machine.says("readlink /opt/serviert/current")
    assert before != after, after
    assert machine.says("ls /opt/serviert/versions | wc -l") == "1"
    machine.says("grep -q '# my own' /etc/serviert/serviert.toml")
    keeps(machine, sheet)
    return Path(after).name


def goes_back(machine: Machine, sheet: str) -> str:
    before = machine.says("readlink /opt/serviert/current")
    machine.says(f"rm -rf /srv/broken && cp -R {HERE} /srv/broken")
    machine.says("echo 'import left_out_by_mistake' >/srv/broken/firmware/commands/play.py")
    said = is_refused(machine, "cd /srv/broken && make install", "No module named 'left_out_by_mistake'")
    assert machine.says("readlink /opt/serviert/current") == before
    assert machine.says("ls /opt/serviert/versions | wc -l") == "1"
    machine.until(READY, within_s=60)
    keeps(machine, sheet)
    return said.strip()


def starts_at_power_on(machine: Machine) -> str:
    machine.until(READY, within_s=120)
    interfaces = machine.says("ls /sys/class/net").split()
    assert interfaces == ["lo"], interfaces
    return f"ready {start_s(machine):.1f} s after its start"


def start_s(machine: Machine) -> float:
    ready, begun = machine.shows("ActiveEnterTimestampMonotonic"), machine.shows("ExecMainStartTimestampMonotonic")
    return (int(ready) - int(begun)) / 1e6


def is_examined(machine: Machine) -> str:
    strange = f"find {DATA} ! -user serviert -not -name lost+found"
    assert machine.says(strange) == ""
    done = machine.run("/opt/serviert/current/bin/serviert doctor --config /etc/serviert/serviert.toml")
    assert done.returncode in (0, 1), done.stdout
    assert "a companion is playing" in done.stdout, done.stdout
    assert "Traceback" not in done.stdout, done.stdout
    assert machine.says(strange) == ""
    return f"{len(done.stdout.splitlines())} parts looked at"


def comes_back(machine: Machine, sheet: str, *, signal: str, within_s: float) -> str:
    pid, restarts = machine.shows("MainPID"), int(machine.shows("NRestarts"))
    machine.says(f"kill -{signal} {pid}")
    is_gone = f"test $(systemctl show --property=NRestarts --value serviert) -gt {restarts}"
    gone_s = machine.until(is_gone, within_s=within_s)
    back_s = machine.until(READY, within_s=120)
    assert machine.shows("MainPID") != pid
    keeps(machine, sheet)
    return f"noticed after {gone_s:.1f} s, ready {back_s:.1f} s later"


def is_killed_when_it_hangs(machine: Machine, sheet: str) -> str:
    figure = comes_back(machine, sheet, signal="STOP", within_s=60)
    machine.says("journalctl -u serviert --no-pager | grep -q 'Watchdog timeout'")
    return figure


def plays_on(machine: Machine, disk: Path, sheet: str) -> str:
    zeros = "dd if=/dev/zero status=none"
    fill = f"! {zeros} bs=1M of={disk}/filler; sync; ! {zeros} bs=1k of={disk}/rest"  # what syncing gave free, too
    harms = {
        f"{DATA} is read-only": ("kings", f"mount -o remount,ro {disk}", f"mount -o remount,rw {disk}"),
        f"{DATA} is full": ("queens", fill, f"rm {disk}/filler {disk}/rest"),
    }
    warnings = int(machine.says(f"{PAGE} warnings"))
    for sentence, (row, harm, mend) in harms.items():
        machine.says("systemctl stop serviert")
        ran(["sh", "-c", harm])  # on this machine, which holds the tested one's disk
        try:
            machine.says("systemctl start serviert")
            machine.says(f"journalctl -u serviert --no-pager | grep -F '{sentence}'")
            keeps(machine, sheet)
            sheet = machine.says(f"{PAGE} turn {row}")
            # A full disk may have room left in the log's own file.
            if int(machine.says(f"{PAGE} warnings")) == warnings:
                machine.says("systemctl restart serviert")
                keeps(machine, sheet)
        finally:
            ran(["sh", "-c", mend])
        machine.until(f"test $({PAGE} warnings) = {warnings}", within_s=60)
        machine.says("systemctl restart serviert")
        keeps(machine, sheet)
    return sheet


def refuses_memory(machine: Machine, sheet: str) -> str:
    cover = f"mkdir -p /tmp/u /tmp/w && mount -t overlay none -o lowerdir={DATA},upperdir=/tmp/u,workdir=/tmp/w {DATA}"
    covered = {
        "is kept in memory (tmpfs": (f"mount -t tmpfs none {DATA} && chown serviert: {DATA}", f"umount {DATA}"),
        "is kept in memory (overlay": (cover, f"umount {DATA}"),
    }
    for sentence, (harm, mend) in covered.items():
        machine.says("systemctl stop serviert")
        machine.says(harm)
        try:
            is_refused(machine, "systemctl start serviert", "failed|timeout")
            machine.until(f"systemctl show --property=StatusText --value serviert | grep -qF '{sentence}'", within_s=60)
        finally:
            machine.says(mend)
        machine.until(READY, within_s=120)
        keeps(machine, sheet)
    return f"{len(covered)} ways, each mended without another start by hand"


def keeps_its_log_small(machine: Machine) -> str:
    line = "a line of a hundred letters, again and again, until the card would be full of it, if it could be"
    machine.says(f"yes '{line}' | head -n 400000 | systemd-cat; journalctl --flush; journalctl --sync")
    mib = int(machine.says("du -sm /var/log/journal | cut -f 1"))
    assert mib <= LOG_MIB + 8, mib
    return f"{mib} MiB after 400,000 lines, bound {LOG_MIB} MiB"


def starts_after_years(machine: Machine) -> str:
    machine.says(f"systemctl stop serviert && rm -f {LOG}*")
    grow = f"from pathlib import Path; from tests.power.game import grown; grown(Path('{LOG}'), {GAMES})"
    as_its_user = f"runuser -u serviert -- env PYTHONPATH={HERE} {machine.says(PYTHON)}"
    machine.says(f'cd {HERE} && {as_its_user} -c "{grow}"')
    mb = int(machine.says(f"stat -c %s {LOG}")) / 1e6
    machine.says(f"{FORGET} && systemctl start serviert")
    took_s = start_s(machine)
    assert took_s <= LONGEST_START_S, took_s
    return f"{GAMES} games, {mb:.0f} MB: ready {took_s:.1f} s after its start, mark ≤ {LONGEST_START_S:.0f} s"


def speaks_to_nobody(machine: Machine) -> str:
    listening = machine.says("cat /proc/net/tcp /proc/net/tcp6 /proc/net/udp /proc/net/udp6")
    local = [line.split()[1].split(":")[0] for line in listening.splitlines() if ":" in line.split()[1]]
    assert set(local) <= {"0100007F", "00000000000000000000000001000000"}, local
    return f"{len(local)} sockets, all on loopback"


def uninstalls(machine: Machine) -> str:
    machine.says("umount --lazy /opt/serviert/libraries")  # kept between runs of this test, and in use
    machine.says(f"cd {HERE} && make uninstall && make uninstall")
    machine.says(f"test -s {DATA}/games.sqlite3 && test -e /etc/serviert/serviert.toml && ! test -e /opt/serviert")
    machine.says(f"cd {HERE} && make uninstall ARGS=--purge && make uninstall ARGS=--purge")
    left = machine.says(
        "find / -xdev -iname '*serviert*' -not -path '/srv/*' "
        "-not -path '/proc/*' -not -path '/run/*'; getent passwd | grep serviert || true"
    )
    assert left == "", left
    return "nothing left"
