"""Pictures of a run: an animated GIF, or a strip of some steps as PNG. Needs imageio.

Both show all agents' pictures of a step with captions below. A strip samples the run evenly,
always including the first and last step.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from clew.envs.crafter.sight import Cell
from clew.errors import UsageError
from clew.plugins import late

__all__ = ["Film", "png"]

_FRAMES = 5  # a second
_STRIP, _ACROSS = 12, 4
_LINES, _GAP = 3, 4
_LINE = 13  # pixels of a line of text
_INK, _PAPER = (235, 235, 235), (20, 20, 20)
_WIDE = 6.2  # pixels of a letter


class Film:
    """Takes pictures and writes them.

    Args:
        path: of the GIF or the PNG; a folder, new or existing, gets both.
        size: width and height of an agent's picture.

    Raises:
        UsageError: the name ends in anything else.
        NotInstalledError: imageio, or pillow, is missing.
    """

    def __init__(self, path: Path, size: Cell = (180, 180)) -> None:
        if path.suffix.lower() not in ("", ".gif", ".png") and not path.is_dir():
            raise UsageError(f"expected FILE.gif, FILE.png or a folder for the video, got {path}")
        self._path, self.size = path, size
        self._iio = late("imageio.v3", "crafter")
        self._image = late("PIL.Image", "crafter")
        self._draw = late("PIL.ImageDraw", "crafter")
        self._frames: list[np.ndarray] = []

    def take(self, pictures: Mapping[str, np.ndarray], words: Mapping[str, Sequence[str]]) -> None:
        """Keep one step: pictures, [y, x, channel], of the film's size; a dead agent has none.

        Every agent has caption lines, dead ones too; the first three are shown.
        """
        width, height = self.size
        across = int(np.ceil(np.sqrt(len(words))))
        tall = height + _LINES * _LINE
        down = -(-len(words) // across)
        shape = down * (tall + _GAP) + _GAP, across * (width + _GAP) + _GAP, 3
        frame = np.full(shape, _PAPER[0], np.uint8)
        for number, (agent, told) in enumerate(words.items()):
            y = _GAP + number // across * (tall + _GAP)
            x = _GAP + number % across * (width + _GAP)
            if agent in pictures:
                frame[y : y + height, x : x + width] = pictures[agent]
            frame[y + height : y + tall, x : x + width] = self._words(told, (width, tall - height))
        self._frames.append(frame)

    def _words(self, lines: Sequence[str], size: tuple[int, int]) -> np.ndarray:
        """Return lines of text as a picture, clipped to its size."""
        paper = self._image.new("RGB", size, _PAPER)
        pen = self._draw.Draw(paper)
        for number, line in enumerate(lines[:_LINES]):
            pen.text((3, number * _LINE), line[: int(size[0] / _WIDE)], fill=_INK)
        return np.asarray(paper)

    def write(self) -> list[Path]:
        """Write the pictures and return the files; none if there are no pictures.

        Raises:
            UsageError: the file cannot be written.
        """
        if not self._frames:
            return []
        path = self._path
        if path.suffix and not path.is_dir():
            files = [path]
        else:
            files = [path / "run.gif", path / "run.png"]
        try:
            files[0].parent.mkdir(parents=True, exist_ok=True)
            for file in files:
                self._write(file)
        except OSError as error:
            raise UsageError(f"expected a place for the video at {path}, got: {error}") from error
        return files

    def _write(self, file: Path) -> None:
        if file.suffix.lower() == ".gif":
            self._iio.imwrite(file, np.stack(self._frames), duration=1000 / _FRAMES, loop=0)
            return
        count = min(_STRIP, len(self._frames))
        chosen = np.linspace(0, len(self._frames) - 1, count).round().astype(int)
        frames = [self._frames[each] for each in chosen]
        frames += [np.zeros_like(frames[0])] * (-len(frames) % min(_ACROSS, len(frames)))
        wide = min(_ACROSS, len(frames))
        rows = [np.hstack(frames[at : at + wide]) for at in range(0, len(frames), wide)]
        self._iio.imwrite(file, np.vstack(rows))


def png(pixels: np.ndarray) -> bytes:
    """Return a picture, [y, x, channel], as a PNG file.

    Raises:
        NotInstalledError: imageio is missing.
    """
    data: bytes = late("imageio.v3", "crafter").imwrite("<bytes>", pixels, extension=".png")
    return data
