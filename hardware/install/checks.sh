# What must be so before anything is changed. Read by the scripts beside this one; each check ends with a sentence.
# shellcheck shell=sh disable=SC2034  # the names are used by who reads this

prefix=/opt/serviert
data=/var/lib/serviert
settings=/etc/serviert
boot_config=/boot/firmware/config.txt
connections=/etc/NetworkManager/system-connections
polkit=/etc/polkit-1/rules.d
least_free_mib=${LEAST_FREE_MIB:-1500}

refuse() {
    echo "serviert: $*" >&2
    exit 1
}

require_root() {
    [ "$(id -u)" = 0 ] || refuse "$1 changes the system and needs root. Run: sudo make $1"
}

# Of the virtual environment: its folder and the one beside which it lies, into which setuptools writes.
require_writable_folder() {
    if ! { mkdir -p "$1" && [ -w "$1" ] && [ -w . ]; } 2>/dev/null; then
        refuse "got $(readlink -m "$1"), where nothing can be written. Put Serviert into a folder of your own, such as" \
            "$HOME/serviert, and try again there."
    fi
}

require_systemd() {
    [ -d /run/systemd/system ] || refuse "systemd does not run here, so nothing could start Serviert at power-on." \
        "\`make play\` works without."
}

require_apt() {
    command -v apt-get >/dev/null 2>&1 || refuse "there is no apt here: Serviert installs itself on Raspberry Pi OS and" \
        "Debian (bookworm, trixie). \`make play\` works elsewhere."
}

require_64_bit() {
    case $(dpkg --print-architecture) in
    arm64 | amd64) ;;
    *) refuse "got a system for $(dpkg --print-architecture); ONNX Runtime exists for arm64 and amd64 only." \
        "Take the 64-bit Raspberry Pi OS." ;;
    esac
}

require_writable_system() {
    case $(findmnt -no FSTYPE --target /opt) in
    overlay | tmpfs) refuse "the system is read-only: what is installed now would be gone at the next start." \
        "Run \`sudo make writable\`, restart, and try again." ;;
    esac
}

require_room() {
    free_mib=$(df --output=avail -BM /opt | tail -n 1 | tr -dc 0-9)
    [ "$free_mib" -ge "$least_free_mib" ] || refuse "got $free_mib MiB free on the disk of /opt;" \
        "an installation needs $least_free_mib MiB. Delete something (\`sudo apt clean\`), or take a larger card."
}

require_python() {
    found=$(python3 -c 'import sys; print(".".join(map(str, sys.version_info[:2])))' 2>/dev/null) || found=none
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || refuse "got Python $found as python3;" \
        "3.11 or newer is needed. Take Raspberry Pi OS or Debian bookworm or newer."
}
