"""A day at the café, played fast: does the companion grow?"""
