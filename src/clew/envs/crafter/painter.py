"""Pictures of what agents see, as Crafter draws them. Needs the extra crafter.

Every picture is a function of the world and its step. Crafter's own views draw the noise of the
night from the world's random numbers, so there looking changes what happens. Cells are painted
from cached tiles, one set for daylight and one for darkness.
"""

from collections.abc import Mapping
from functools import cache

import numpy as np
from crafter import constants, engine
from PIL import Image, ImageEnhance

from clew.envs.crafter.ground import Ground
from clew.envs.crafter.players import Player
from clew.envs.crafter.sight import Cell

__all__ = ["Painter"]

_NIGHT = np.array((0, 16, 64))
_SLEEP = np.array((0, 0, 16))
_GREY = 127
_KEPT = 512
"""How many painted inventories are cached."""


@cache
def _textures() -> engine.Textures:
    return engine.Textures(constants.root / "assets")


def _texture(name: str, size: Cell) -> np.ndarray:
    """Return a texture, [y, x, channel]; a question mark if Crafter has none."""
    known = name if (constants.root / "assets" / f"{name}.png").exists() else "unknown"
    return np.asarray(_textures().get(known, size)).transpose((1, 0, 2))


def _over(canvas: np.ndarray, texture: np.ndarray) -> np.ndarray:
    """Return a texture drawn over a canvas of the same size."""
    if texture.shape[-1] != 4:
        return texture
    alpha = texture[..., 3:].astype(np.float32) / 255
    colour = texture[..., :3].astype(np.float32) / 255
    mixed = alpha * colour + (1 - alpha) * (canvas.astype(np.float32) / 255)
    return np.asarray((255 * mixed).astype(np.uint8))


def _pale(canvas: np.ndarray, colour: float, tint: np.ndarray) -> np.ndarray:
    """Return a canvas with less colour, half mixed with a tint."""
    image = ImageEnhance.Color(Image.fromarray(canvas.astype(np.uint8))).enhance(colour)
    return 0.5 * np.array(image) + 0.5 * tint


class Painter:
    """Paints views in one size.

    Args:
        view: how many cells an agent sees, across and down.
        items: how many kinds of things it can have, including vitals; they are shown below.
        size: width and height of a picture in pixels; if no multiple of the cells, the margin
            stays black.
    """

    def __init__(self, view: Cell, items: int, size: Cell) -> None:
        rows = -(-items // view[0])
        self._view, self._rows, self._size = view, rows, size
        self._unit = size[0] // view[0], size[1] // (view[1] + rows)
        drawn = self._unit[0] * view[0], self._unit[1] * (view[1] + rows)
        self._border = (size[0] - drawn[0]) // 2, (size[1] - drawn[1]) // 2
        self._numbers: dict[tuple[str, str], int] = {}
        self._day = np.zeros((0, *reversed(self._unit), 3))
        self._dark = self._day
        self._lit_by, self._lit_tiles = (-1.0, 0), self._day
        self._stuff: dict[tuple[int, ...], np.ndarray] = {}
        wide, high = view[0] * self._unit[0], view[1] * self._unit[1]
        away = np.linspace(-1, 1, high)[:, None] ** 2 + np.linspace(-1, 1, wide) ** 2
        self._vignette = (1 - np.exp(-0.5 * away / 0.5**2))[..., None]

    def paint(self, ground: Ground, player: Player, random: np.random.Generator) -> np.ndarray:
        """Return what an agent sees and has, [y, x, channel]; `random` makes the night's noise."""
        tiles = self._tiles(ground, player.cell)
        light = ground.daylight
        if light < 0.5:
            day = self._joined(self._day[tiles])
            noise = random.uniform(32, 127, day.shape[:2])[..., None]
            mask = 2 * (0.5 - light) * self._vignette
            night = _pale((1 - mask) * day + mask * noise, 0.4, _NIGHT)
            canvas = light * day + (1 - light) * night
        else:
            canvas = self._joined(self._lit(light)[tiles])
        if player.sleeping:
            canvas = _pale(canvas, 0.0, _SLEEP)
        below = self._having(player.inventory)
        picture = np.zeros((self._size[1], self._size[0], 3), np.uint8)
        (x, y), (high, wide) = self._border, canvas.shape[:2]
        picture[y : y + high, x : x + wide] = canvas
        picture[y + high : y + high + len(below), x : x + wide] = below
        return picture

    def _tiles(self, ground: Ground, cell: Cell) -> np.ndarray:
        """Return the numbers of the tiles in view, [y, x]."""
        corner = cell[0] - self._view[0] // 2, cell[1] - self._view[1] // 2
        names = ground.names
        of_material = np.array([self._number(name, "") for name in names])
        ids = ground.ids(corner, self._view)
        tiles = of_material[ids]
        for x, y, thing in ground.standing(corner, self._view):
            tiles[x, y] = self._number(names[ids[x, y]], thing.texture)
        return np.asarray(tiles.T)

    def _number(self, material: str, thing: str) -> int:
        """Return the number of the tile for a material and the object on it."""
        key = (material, thing)
        if key not in self._numbers:
            tile = np.full(self._day.shape[1:], _GREY, np.uint8)
            if material:
                tile = _texture(material, self._unit)[..., :3]
            if thing:
                tile = _over(tile, _texture(thing, self._unit))
            self._numbers[key] = len(self._day)
            self._day = np.concatenate([self._day, tile[None].astype(float)])
            self._dark = np.concatenate([self._dark, _pale(tile, 0.4, _NIGHT)[None]])
        return self._numbers[key]

    def _lit(self, light: float) -> np.ndarray:
        """Return all tiles under a light, which is the same for all agents of a step."""
        if self._lit_by != (light, len(self._day)):
            self._lit_by = (light, len(self._day))
            self._lit_tiles = (light * self._day + (1 - light) * self._dark).astype(np.uint8)
        return self._lit_tiles

    def _joined(self, tiles: np.ndarray) -> np.ndarray:
        """Return tiles, [row, column, y, x, channel], as one canvas, [y, x, channel]."""
        rows, columns, high, wide, _ = tiles.shape
        return tiles.transpose(0, 2, 1, 3, 4).reshape(rows * high, columns * wide, 3)

    def _having(self, inventory: Mapping[str, int]) -> np.ndarray:
        """Return the canvas of an inventory; the newest ones are cached."""
        key = tuple(inventory.values())
        if key in self._stuff:
            return self._stuff[key]
        if len(self._stuff) >= _KEPT:
            del self._stuff[next(iter(self._stuff))]
        unit = np.array(self._unit)
        canvas = np.zeros((self._rows * unit[1], self._view[0] * unit[0], 3), np.uint8)
        for number, (item, count) in enumerate(inventory.items()):
            if count < 1:
                continue
            cell = np.array((number % self._view[0], number // self._view[0]))
            shown = str(count) if count < 10 else "unknown"
            for name, shift, scale in ((item, 0.1, 0.8), (shown, 0.4, 0.6)):
                x, y = (cell * unit + shift * unit).astype(np.int32)
                wide, high = (int(side) for side in scale * unit)
                piece = canvas[y : y + high, x : x + wide]
                piece[:] = _over(piece, _texture(name, (wide, high)))
        self._stuff[key] = canvas
        return canvas
