#!/bin/sh
# The more typefaces, the more dice: the fonts the published models were trained with, all free, from Debian.
# Designs are drawn with what is there; with other fonts a seed gives other designs.
set -eu
exec apt-get install -y --no-install-recommends \
    fonts-bebas-neue fonts-breip fonts-cabin fonts-cantarell fonts-cmu fonts-comfortaa fonts-courier-prime \
    fonts-crosextra-caladea fonts-crosextra-carlito fonts-dejavu fonts-dosis fonts-dustin fonts-ebgaramond \
    fonts-freefont-ttf fonts-gfs-didot fonts-hack fonts-inter fonts-junicode fonts-lato fonts-liberation \
    fonts-linuxlibertine fonts-lobster fonts-lobstertwo fonts-ocr-a fonts-open-sans fonts-prociono fonts-quicksand \
    fonts-roboto-unhinted fonts-rufscript fonts-sil-gentium fonts-texgyre fonts-tuffy fonts-urw-base35 fonts-vollkorn
