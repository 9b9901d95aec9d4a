"""What a memory is: types, times, the in-memory projection and graph algorithms; no I/O."""
