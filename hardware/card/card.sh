#!/bin/sh
# card.sh [FOLDER]: what makes a stock Raspberry Pi OS Lite a device at its first start, two files for the card's first
# partition: `make card`. They come to build/card.
set -eu
here=$(dirname "$(readlink -f "$0")")
tree=$(readlink -f "$here/../..")
out=$(readlink -m "${1:-$tree/build/card}")
mkdir -p "$out"
git -C "$tree" archive --format=tar.gz --output="$out/serviert.tar.gz" HEAD Makefile README.md pyproject.toml firmware \
    hardware models scoring vision
cp "$here/vendor-data" "$out/"
echo "In $out:"
ls "$out"
echo "Flash Raspberry Pi OS Lite (64-bit), copy both files onto the card's partition bootfs, put it into the Pi, switch on."
echo "It needs the network once, by cable or by the Wi-Fi that the Imager was told. Some ten minutes later the page is there."
