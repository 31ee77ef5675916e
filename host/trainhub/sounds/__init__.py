"""The hub's sounds, made from numbers at build time: nothing is recorded, so nothing needs a licence.

    python -m trainhub.sounds.build [--out build/sounds]

writes one WAV file for each sound (16 kHz, 16 bit, mono) and `tones.bin` for hubs with a buzzer.
"""
