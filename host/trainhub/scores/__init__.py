"""The score sheets: every event of every game in one SQLite file (`store`), and what is read from them (`sheet`)."""
