"""Stand-in for the generated module that names the board: here the command line does."""

from sim_options import OPTIONS

NAME = OPTIONS["board"]
