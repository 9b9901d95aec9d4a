"""The command line: says what the library does, adds nothing."""
