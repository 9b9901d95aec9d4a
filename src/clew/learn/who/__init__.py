"""Whose a name is: what may be short for it, who bears it, and what speaks against them."""
