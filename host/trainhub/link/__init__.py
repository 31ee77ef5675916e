"""The line to a hub: a port (`transport`), a protocol without I/O (`session`), a blocking user of both (`client`)."""
