"""Everything that travels to a board: the firmware tree, its build and its way there."""
