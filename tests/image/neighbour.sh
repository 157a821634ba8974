#!/bin/sh
# Inside the booted image: a Wi-Fi of the neighbour's, by the second of two make-believe radios of the kernel. It is nothing to
# NetworkManager, which would join by it as well.
set -eu
modprobe mac80211_hwsim radios=2
until nmcli device set wlan1 managed no; do sleep 1; done
cat >/run/neighbour <<NETWORK
network={
    mode=2
    ssid="Nachbar"
    frequency=2412
    key_mgmt=WPA-PSK
    psk="geheim123"
}
NETWORK
wpa_supplicant -B -i wlan1 -c /run/neighbour >/dev/null
busybox ip address add 10.9.9.1/24 dev wlan1
dnsmasq --interface=wlan1 --bind-interfaces --port=0 --dhcp-range=10.9.9.10,10.9.9.20
echo open
