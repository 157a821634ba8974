"""The display: one page on loopback, pushed to by the companion, touched by the players."""
