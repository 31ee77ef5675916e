"""Runs before `main.py` at every start. There is nothing to do yet: the filesystem is mounted already."""
