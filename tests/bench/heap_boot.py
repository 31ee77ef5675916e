"""Runs on MicroPython: a hub from power-up into a running round of eight seats; prints the heap that is free then."""

import gc
import json

from bench_hub import Bench

hub = Bench()
hub.strip.keep = False
hub.run(3000)
gc.collect()
booted = gc.mem_free()
hub.new_round((1, 2, 3, 5, 6, 8, 9, 11), 2)
hub.run(5000)
gc.collect()
print(json.dumps({"booted": booted, "playing": gc.mem_free(), "link": hub.hub.link.__class__.__name__}))
