"""The argparse parser of an experiment's command line."""

import argparse

__all__ = ["parser_of"]


def parser_of(name: str, about: str | None) -> argparse.ArgumentParser:
    """Return the parser of `python -m experiments NAME`.

    Args:
        name: of the experiment.
        about: the docstring of its module; the help shows the first line.
    """
    return argparse.ArgumentParser(
        prog=f"python -m experiments {name}", description=(about or "").split("\n", 1)[0]
    )
