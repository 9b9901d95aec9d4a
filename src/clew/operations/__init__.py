"""What can be asked of a memory from outside, as one table that every interface shares."""
