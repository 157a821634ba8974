#!/bin/sh
# In the kernel's first system: which of the card's two systems starts. The word that one shall be tried goes before it is
# heeded: whatever comes of it, the next start is that of the one before. The rest is update.sh.
case ${1:-} in prereqs) exit 0 ;; esac
disk=/dev/disk/by-label/SERVIERT-OS
boot=/run/boot

waited=0
until [ -e $disk ] || [ $waited = 60 ]; do
    sleep 1
    waited=$((waited + 1))
done
mkdir -p $boot
mount -t vfat -o ro $disk $boot || exit 0
side=
if [ -e $boot/try ] && mount -o remount,rw $disk $boot && mv $boot/try $boot/tried && sync; then
    side=$(cat $boot/tried)
fi
case $side in a | b) ;; *) side=$(cat $boot/chosen 2>/dev/null) ;; esac
umount $boot
case $side in a | b) echo "ROOT=LABEL=serviert-$side" >>/conf/param.conf ;; esac
