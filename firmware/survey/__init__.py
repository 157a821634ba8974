"""The surveyor: looks, listens and remembers for whoever sets a device up, behind the dialog on the display."""
