#!/bin/bash
# run.sh [PYTEST-ARGUMENT…]: run the rules', the eye's and the device's tests on a Pi's processor, as QEMU plays it.
#
# It shows that the wheels pinned are there for aarch64, that they load, and that the models and the geometry come to the
# same numbers. It shows nothing of speed. The Debian for it is kept under ~/.cache/serviert (or $SERVIERT_CACHE).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
cache=${SERVIERT_CACHE:-$HOME/.cache/serviert}
root=$cache/trixie-arm64
pins=$tree/hardware/constraints.txt
export QEMU_CPU=${QEMU_CPU:-cortex-a76}  # a Pi 5's; a Pi 4's is cortex-a72
# shellcheck source=tests/roots.sh
. "$here/../roots.sh"
unproven="that Serviert's wheels, models and numbers are the same on a Pi's processor"

require_root
require_debian_packages debootstrap qemu-user-static
binfmt=/proc/sys/fs/binfmt_misc
[ -e $binfmt/register ] || mount -t binfmt_misc binfmt_misc $binfmt || give_up "this kernel cannot start another processor's programs"
[ -e $binfmt/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf > $binfmt/register ||
    give_up "QEMU could not be registered with this kernel"
[ -e "$root/etc/debian_version" ] || bootstrap "$root" arm64 python3

python=$(in_root "$root" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
recipe=$(cat "$here/../needed.py" "$pins" "$tree/pyproject.toml" | sha256sum)
if [ "$(cat "$root/wheels/recipe" 2>/dev/null)" != "$recipe" ]; then
    say "Getting the wheels for aarch64 and Python $python …"
    rm -rf "$root/wheels"
    # From outside: pip under QEMU takes half an hour.
    needed=$(mktemp)
    "$tree/.venv/bin/python" "$here/../needed.py" > "$needed"
    "$tree/.venv/bin/python" -m pip --disable-pip-version-check install --quiet --target "$root/wheels" --only-binary=:all: \
        --platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 --platform manylinux_2_17_aarch64 \
        --platform manylinux2014_aarch64 --implementation cp --python-version "$python" \
        --constraint "$pins" --requirement "$needed" >&2 || give_up "there are no wheels for aarch64 and Python $python"
    rm "$needed"
    echo "$recipe" > "$root/wheels/recipe"
fi
# Without a browser: the page has nothing to do with the processor, and its tests say that they are skipped.
[ $# -gt 0 ] || set -- tests/scoring scoring tests/vision vision tests/firmware tests/contract
# Of this machine's environment nothing is meant for that one: a list of certificates in SSL_CERT_FILE is not there.
in_root "$root" env -i --chdir=/serviert QEMU_CPU="$QEMU_CPU" HOME=/root LANG=C.UTF-8 PATH=/usr/bin:/bin:/usr/sbin:/sbin \
    PYTHONPATH=/serviert:/wheels PYTHONDONTWRITEBYTECODE=1 HYPOTHESIS_STORAGE_DIRECTORY=/tmp/hypothesis OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 \
    python3 -m pytest -q -rs -p no:cacheprovider --hypothesis-profile=slow-processor "$@"
