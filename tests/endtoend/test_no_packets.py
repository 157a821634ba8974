"""No packet leaves in play; `python -m tests.endtoend.no_packets --turns 20` plays longer."""

import struct
import subprocess
import sys
from ipaddress import ip_address

import pytest

from tests.endtoend.no_packets import NOT_PROVEN, is_answer
from tests.endtoend.running import ROOT
from tests.endtoend.wire import DEVICE, PHONE, Packet, parsed

pytestmark = pytest.mark.security


def frame(kind, body):
    return bytes(12) + struct.pack("!H", kind) + body


def tcp(flags, *, port=8450):
    ip = bytes([0x45, *bytes(8), 6, 0, 0]) + ip_address(DEVICE).packed + ip_address(PHONE).packed
    return frame(0x0800, ip + struct.pack("!HH", port, 40_000) + bytes(9) + bytes([flags]))


def ipv6(next_header, source, body):
    return frame(0x86DD, bytes(6) + bytes([next_header, 0]) + ip_address(source).packed + bytes(16) + body)


def test_packets_what_the_kernel_says_by_itself_and_answers_are_told_apart():
    syn, ack = 0x02, 0x10
    assert parsed(tcp(ack)) == Packet("tcp", f"{DEVICE}:8450", f"{PHONE}:40000")
    own = ipv6(58, "fe80::1", b"\x85"), ipv6(0, "fe80::1", b""), ipv6(58, "::", b"\x87")
    ours = ipv6(58, "fe80::1", b"\x87"), ipv6(17, "fd92::1", b""), ipv6(6, "fd92::1", b"")
    assert [parsed(each) for each in own] == [None] * 3
    assert all(parsed(each) for each in ours)
    assert is_answer(parsed(tcp(syn | ack)), PHONE)
    assert not is_answer(parsed(tcp(syn)), PHONE)
    assert not is_answer(parsed(tcp(ack, port=40_001)), PHONE)
    assert not is_answer(Packet("17", DEVICE, PHONE), PHONE)
    assert not is_answer(Packet("tcp", f"{DEVICE}:8450", "8.8.8.8:40000"), PHONE)
    assert not is_answer(Packet("arp", DEVICE, "10.92.0.9"), PHONE)


@pytest.mark.proof
def test_no_packet_leaves_in_play_and_with_phones_only_answers():
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
    command = [sys.executable, "-m", "tests.endtoend.no_packets", "--turns", "1"]
    done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    if done.returncode == NOT_PROVEN:
        pytest.skip(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 packets left" in done.stdout
