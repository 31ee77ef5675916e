"""On a board this is /main.py: which app starts is decided in `launch`. Not run when mpremote takes the board over."""

import launch

launch.run()
