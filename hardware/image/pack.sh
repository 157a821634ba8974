# What makes of an image what is given away: packed, with its sum, and what Raspberry Pi Imager reads. Sourced, never run.
# shellcheck shell=bash

# pack IMAGE NAME DESCRIPTION INIT_FORMAT TAG…: of an image in this folder, for the Pis of these tags.
#
# The Imager takes no address beside the manifest's own, only whole ones: as long as nothing else is said it is this folder's.
# Who puts the files elsewhere says where: IMAGE_URL=https://…, the folder. INIT_FORMAT is how the Imager may set a user and a
# Wi-Fi: none, systemd, cloudinit-rpi.
pack() {
    local image=$1
    xz -T0 -1 --keep --force "$image"
    sha256sum "$image.xz" >"$image.xz.sha256"
    cp "${tree:?}/hardware/pictures/dice-figures.svg" serviert.svg
    python3 - "$@" <<'MANIFEST' >"${image%.img}.rpi-imager-manifest"
import datetime, hashlib, json, os, pathlib, sys

KNOWN = {
    "pi5-64bit": ("Raspberry Pi 5", "Raspberry Pi 5, 500 and Compute Module 5"),
    "pi4-64bit": ("Raspberry Pi 4", "Raspberry Pi 4 Model B, 400 and Compute Module 4"),
}
image, name, description, init_format, *tags = sys.argv[1:]
here = pathlib.Path.cwd()
packed = here / f"{image}.xz"
folder = os.environ.get("IMAGE_URL", "").rstrip("/") or here.as_uri()


def digest(path):
    with path.open("rb") as file:
        summed = hashlib.sha256()
        while part := file.read(1 << 20):
            summed.update(part)
        return summed.hexdigest()


def device(tag):
    model, models = KNOWN[tag]
    return {"name": model, "tags": [tag], "icon": f"{folder}/serviert.svg", "description": models, "matching_type": "exclusive"}


print(json.dumps({"imager": {"devices": [device(tag) for tag in tags]}, "os_list": [{
    "name": name,
    "description": description,
    "icon": f"{folder}/serviert.svg",
    "url": f"{folder}/{packed.name}",
    "release_date": datetime.date.today().isoformat(),
    "extract_size": (here / image).stat().st_size,
    "extract_sha256": digest(here / image),
    "image_download_size": packed.stat().st_size,
    "image_download_sha256": digest(packed),
    "devices": tags,
    "init_format": init_format,
}]}, indent=2))
MANIFEST
}
