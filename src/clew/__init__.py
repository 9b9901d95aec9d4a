"""clew: a temporal graph memory for language-model agents, in one file, offline by default."""

__version__ = "0.1.0"
