"""The eye: frames in, readings out. Vision knows no game."""

import os

# Nothing leaves the table. The models' runtime would count its sessions, keep a number for this device on the disk and
# send both to its maker; it reads this once, when it is imported. Its own call for it comes too late for that.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
