"""The hub: one object, one step. Knows the game and the names of lights and sounds, no pin and no pixel."""
