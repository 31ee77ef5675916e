"""Says aloud, or rather in print, whose turn it is, and rings a bell at the end of each round.

trainhub sim            in one terminal
python announcer.py     in another
"""

import asyncio
import sys

import trainhub
from trainhub.errors import TrainhubError


async def main() -> None:
    async with await trainhub.Hub.connect() as hub:
        print(f"{hub.state}: {hub.hello.board}, firmware {hub.hello.version}")
        async for event in hub.events():
            names = {seat.track: seat.name for seat in hub.sheet().seats}
            if event.kind == "round-ended":
                print("\a", end="")
            print(event.text, f"- {names[event.turn]} to play" if event.turn in names else "")


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except TrainhubError as error:
        sys.exit(f"{error.cause} {error.next_step}")
    except KeyboardInterrupt:
        pass
