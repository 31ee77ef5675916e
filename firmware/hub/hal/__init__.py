"""What a board must offer the hub, as interfaces; the drivers stand side by side in this package.

`pico` drives RP2040 and RP2350, `sim` the pins of the simulator (on MicroPython and on CPython), `null` what a board
lacks: each call is there and does nothing. `main.py` picks; nobody else knows which one runs. Only modules of this package
import `machine`, `rp2`, `neopixel` or `time`. Whatever owns a pin, a state machine or a DMA channel has `deinit()`.

Clock
    now()             milliseconds since start, a small int that wraps at 2**29; compare with `hub.clock.since`
    idle(ms)          nothing is due for `ms` milliseconds: sleep at most that long, wake early on a button edge or a byte

Buttons             raw levels and edges; debouncing is the hub's
    level(i)          1 while button i of the board's list is down
    pending()         has the interrupt seen an edge that `edge` has not given yet?
    edge()            index and time of the next edge seen by the interrupt, packed `time << 4 | index << 1 | level`, or -1

Strip               the LEDs, an Adafruit `neopixel.NeoPixel` on top of a `neopixel_write` of ours
    set(i, r, g, b)   0-255 each, linear; nothing is sent
    show()            send what was set

Speaker             a newer sound always wins
    play(n, volume)   start sound number n of `shared_rules.names` at volume 0-3; returns its length in ms (0: none)
    busy()            a sound streams: no flash write now
    stop()            silence at once
    prepare(n)        sound n comes next: have it at hand
    poll()            feed the stream; called each step

Port                the serial line shared with the REPL, never blocking
    read()            one byte 0-255, or -1
    write(b)          one byte; False if it would block
    connected()       may somebody be listening?

Store               small files on a power-safe filesystem
    read(name)        bytes, or None where there is no such file
    write(name, data) the whole file anew, on flash when the call returns; True, or False if it could not be written
    append(name, d)   add at the end; same answer
    remove(name)      True if it was there
    names()           list of file names
    free()            bytes free

System
    uid()             8 bytes, this board's own
    entropy()         a 30-bit number that differs from boot to boot
    feed()            feed the watchdog, once a healthy step
    reset()           restart the board
    simulated         True in the simulator
"""
