import resource
from contextlib import nullcontext
from pathlib import Path

import pytest

from firmware.errors import DataFolderError, DataFolderUnwritableError
from firmware.log.durable import PROBE, Mount, mount_of, refuse_forgetful, require_durable, sticks
from tests.cases import cases

CASES = cases(__file__)
PLAIN = CASES["mounts"]
COVERED = PLAIN + "40 30 0:41 / /var/lib/serviert rw - overlay overlay rw,upperdir=/media/root-rw/overlay\n"


def mounts(folder: Path, text: str) -> Path:
    path = folder / "mountinfo"
    path.write_text(text)
    return path


def on(kind: str) -> str:
    return f"1 0 8:1 / / rw - {kind} somewhere rw\n"


def test_a_stick_is_mounted_where_removable_disks_are_and_is_no_disk_of_this_machine(tmp_path):
    points = ("/media/a vfat", "/media ext4", "/run/media/me/B\\040C exfat", "/media/ram tmpfs", "/media/own ext4")
    lines = [f"1 0 8:1 / {point} rw - {kind} /dev/x rw\n" for point, kind in map(str.split, points)]
    (tmp_path / "fstab").write_text("/dev/sdb1 /media/own ext4 defaults 0 0\n")
    found = sticks(mounts=mounts(tmp_path, PLAIN + "".join(lines)), fstab=tmp_path / "fstab")
    assert (found, sticks(mounts=tmp_path / "none")) == ((Path("/run/media/me/B C"), Path("/media/a")), ())


def test_the_innermost_filesystem_counts_and_what_covers_it():
    for folder, point, kind in CASES["innermost"]:
        mount = mount_of(Path(folder), PLAIN)
        assert (str(mount.point), mount.kind) == (point, kind)
    assert mount_of(Path("/var/lib/serviert"), COVERED).kind == "overlay"


@pytest.mark.parametrize("kind", ["overlay", "tmpfs"])
def test_a_folder_that_takes_games_and_forgets_them_is_refused_and_nothing_is_written(kind, tmp_path):
    folder = tmp_path / "data"
    for refuse in (require_durable, refuse_forgetful):
        with pytest.raises(DataFolderError, match=rf"is kept in memory \({kind} on /\).*sudo make writable"):
            refuse(folder, mounts=mounts(tmp_path, on(kind)))
    assert list(folder.iterdir()) == []


def test_a_folder_on_a_disk_is_made_tried_and_left_as_it_was(tmp_path):
    folder = tmp_path / "new" / "data"
    for _ in range(2):
        assert require_durable(folder, mounts=mounts(tmp_path, on("ext4"))) == Mount(Path("/"), "ext4", number="8:1")
        assert list(folder.iterdir()) == []
        (folder / PROBE).write_bytes(b"half")  # as a power cut leaves a trial


@pytest.mark.parametrize(
    ("name", "complaint"), [("", r"cannot be written \(Is a directory\)"), ("file/data", "cannot be written")]
)
def test_a_folder_that_takes_no_file_is_refused_in_words_and_keeps_none_from_playing(name, complaint, tmp_path, caplog):
    (tmp_path / PROBE).mkdir()
    (tmp_path / "file").touch()
    place = {"mounts": mounts(tmp_path, on("ext4"))}
    with pytest.raises(DataFolderUnwritableError, match=complaint):
        require_durable(tmp_path / name, **place)
    refuse_forgetful(tmp_path / name, **place)
    assert "no game can be saved" in caplog.text


def test_a_disk_with_room_for_half_is_refused_as_full(tmp_path):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2048, before[1]))  # the kernel then takes half of the write
        with pytest.raises(DataFolderUnwritableError, match=r"is full: no game can be saved\. Delete"):
            require_durable(tmp_path, mounts=mounts(tmp_path, on("ext4")))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_belongs_there_and_is_missing_is_not_replaced_by_the_card(tmp_path):
    fstab = tmp_path / "fstab"
    fstab.write_text(f"# a comment\n\nUUID=1-2 {tmp_path} ext4 noatime,nofail 0 2\n")
    with pytest.raises(DataFolderError, match=r"is missing, which belongs on .* Plug it in"):
        require_durable(tmp_path, mounts=mounts(tmp_path, on("ext4")), fstab=fstab)
    mounted = mounts(tmp_path, on("ext4") + f"2 1 8:2 / {tmp_path} rw - ext4 /dev/sda1 rw\n")
    assert require_durable(tmp_path, mounts=mounted, fstab=fstab) == Mount(tmp_path, "ext4", number="8:2")
    assert require_durable(tmp_path / "other", mounts=mounted, fstab=tmp_path / "none").kind == "ext4"
    fstab.write_text(f"#UUID=1-2 {tmp_path} ext4 noatime 0 2\n")  # commented out, it is not waited for
    assert require_durable(tmp_path, mounts=mounts(tmp_path, on("ext4")), fstab=fstab).kind == "ext4"


@pytest.mark.parametrize(
    ("around", "root", "is_missing"),
    CASES["of_systemd"],
    ids=["the card's", "a container's", "a partition's", "a disk of its own", "a part of a disk of its own"],
)
def test_what_systemd_mounts_onto_itself_is_no_disk_of_its_own(around, root, is_missing, tmp_path):
    fstab = tmp_path / "fstab"
    fstab.write_text(f"UUID=1-2 {tmp_path} ext4 noatime,nofail 0 2\n")
    text = f"1 0 {around} rw - ext4 /dev/a rw\n2 1 8:1 {root} {tmp_path} rw - ext4 /dev/b rw\n".format(folder=tmp_path)
    with pytest.raises(DataFolderError, match="is missing") if is_missing else nullcontext():
        require_durable(tmp_path, mounts=mounts(tmp_path, text), fstab=fstab)
