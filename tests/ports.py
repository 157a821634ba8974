"""Ports for the servers of tests."""

import socket

LOOPBACK = "127.0.0.1"


def free_port(address: str = LOOPBACK) -> int:
    with socket.socket() as probe:
        probe.bind((address, 0))
        return int(probe.getsockname()[1])
