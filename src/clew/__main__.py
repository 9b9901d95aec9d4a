"""`python -m clew`."""

import sys

from clew.cli.main import main

__all__: list[str] = []

if __name__ == "__main__":
    sys.exit(main())
