#!/bin/sh
# Fetch libraries into the virtual environment, and say in a sentence what is in the way.
# fetch.sh VENV, then what `pip install` shall be given. Ends with 3 where the network is missing, with 4 where
# something has no version for this machine, else as pip does.
set -u
here=$(dirname "$0")
# shellcheck source=hardware/install/checks.sh
. "$here/checks.sh"
venv=$1
shift
require_writable_folder "$venv"
# setuptools warns about every editable installation; nobody who wants to play needs to read that.
said=$(PYTHONWARNINGS=ignore "$venv/bin/python" -m pip --disable-pip-version-check install --quiet \
    --constraint "$here/../constraints.txt" "$@" 2>&1)
status=$?
[ "$status" = 0 ] && exit 0
# pip's last try of a connection; a network that only stumbled is tried again and does not end like this.
case $said in
*"Retrying (Retry(total=0"*)
    echo "The network is missing: what Serviert is built on is fetched from the net, once. Connect this computer and" \
        "try again; to play it then needs no network." >&2
    exit 3
    ;;
esac
case $said in
*"No matching distribution found"*)
    printf '%s\n' "$said" | grep '^ERROR' >&2
    exit 4
    ;;
esac
printf '%s\n' "$said" >&2
exit "$status"
