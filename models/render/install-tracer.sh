#!/bin/sh
# What path tracing needs beside `pip install serviert[trace]`: LLVM 19, with which Mitsuba compiles its scenes.
# Versions 14 to 16 cannot.
set -eu
exec apt-get install -y --no-install-recommends libllvm19
