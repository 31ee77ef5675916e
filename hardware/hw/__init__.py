"""Everything the hub's hardware is made from: model, rules and generators over hub.toml."""
