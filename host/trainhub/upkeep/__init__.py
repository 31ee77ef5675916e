"""Looking after an installation: what is wrong (`checks`), the udev rule, backups, going away again."""
