"""The printed case, built with build123d from hub.toml's geometry."""
