#!/bin/sh
# Art from outside, never committed, in the versions that the published models saw: sh models/render/fetch-art.sh [DIR]
set -eu
court=$PWD/../shared/data/textures/court
mkdir -p "${1:-build/art}" && cd "${1:-build/art}"
[ ! -d "$court" ] || ln -sfn "$court" court
for of in @iconify-json/game-icons@1.2.4 @iconify-json/mdi@1.2.3 @iconify-json/ph@1.2.2 @iconify-json/twemoji@1.2.5 \
    @iconify-json/fxemoji@1.2.2 @iconify-json/emojione@1.2.3 @iconify-json/streamline-emojis@1.2.4 \
    @iconify-json/tabler@1.2.41 @iconify-json/fa6-solid@1.2.4 @iconify-json/ri@1.2.10 @iconify-json/lucide@1.2.137 \
    @iconify-json/icon-park@1.2.4 @iconify-json/carbon@1.2.29 @iconify-json/healthicons@1.2.13 @iconify-json/solar@1.2.13 \
    @iconify-json/noto@1.2.9 @iconify-json/fluent-emoji-flat@1.2.6 @iconify-json/bi@1.2.7 \
    deck-of-cards@0.1.8; do
    name=${of%@*} && name=${name##*/}
    [ -d "$name" ] && continue
    packed=$(npm pack --silent "$of" | tail -n 1)
    mkdir -p "$name.part" && tar -xzf "$packed" -C "$name.part" --strip-components=1
    rm "$packed" && mv "$name.part" "$name"
done
