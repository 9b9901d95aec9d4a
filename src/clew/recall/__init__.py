"""The read path: retrievers over a `View`; never writes."""
