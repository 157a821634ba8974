#!/bin/sh
# Inside the booted image: wait for the companion, try each command of tests/install/page.py at its page, or, after a "!", of
# the shell, and say by the serial port what came of it.
exec >/dev/ttyAMA0 2>&1
until systemctl --quiet is-active serviert; do sleep 1; done
echo "PROOF ready: $(cut -d ' ' -f 1 /proc/uptime)"
options=$(findmnt -no OPTIONS /) below=$(findmnt -no OPTIONS /media/root-ro)
echo "PROOF mounts: $(findmnt -no FSTYPE /) ${options%%,*} over ${below%%,*}, $(findmnt -no FSTYPE /var/lib/serviert)"
# The page's address is in the companion's own word on how it is: its port may have been taken.
until url=$(systemctl show --property=StatusText --value serviert | grep -o 'http://[^ ]*'); do sleep 1; done
while read -r command; do
    # shellcheck disable=SC2086  # a command and its words
    case $command in
    "! "*) came=$(sh -c "${command#! }" 2>&1) ;;
    *) came=$(python3 -I "$CREDENTIALS_DIRECTORY/page.py" "$url" $command 2>&1) ;;
    esac
    echo "PROOF $command: $(printf '%s\n' "$came" | tail -n 1)"
done <"$CREDENTIALS_DIRECTORY/commands"
echo "PROOF over"
