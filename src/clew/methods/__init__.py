"""The methods of `Memory` by meaning; `clew.memory` puts them together."""
