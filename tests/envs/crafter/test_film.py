import numpy as np
import pytest

pytest.importorskip("imageio", reason="needs the extra crafter")

import imageio.v3 as iio

from clew.envs.crafter.film import Film, png
from clew.errors import UsageError

SIZE = (40, 30)
RED = np.full((30, 40, 3), (200, 0, 0), np.uint8)


def taken(film: Film, frames: int) -> Film:
    for number in range(frames):
        pictures = {"agent_0": RED} if number < 3 else {}
        film.take(pictures, {"agent_0": (f"{number}", "do"), "agent_1": ("dead",)})
    return film


def test_a_gif_has_a_frame_for_every_step(tmp_path):
    path = tmp_path / "run.gif"
    assert taken(Film(path, SIZE), 5).write() == [path]
    frames = iio.imread(path, index=None)
    assert len(frames) == 5
    assert frames.shape[2] > 2 * 40  # both agents, side by side
    assert (frames[0, 10, 10] == (200, 0, 0)).all()
    assert (frames[4, 10, 10] < 50).all()  # the dead have no picture


def test_a_strip_is_a_few_steps_the_first_and_the_last_always(tmp_path):
    path = tmp_path / "run.png"
    taken(Film(path, SIZE), 30).write()
    strip = iio.imread(path)
    one = tmp_path / "one.png"
    taken(Film(one, SIZE), 1).write()
    frame = iio.imread(one)
    height, width = frame.shape[:2]
    assert strip.shape == (3 * height, 4 * width, 3)
    assert (strip[:height, :width] == frame).all()
    assert (strip[10, 10] == (200, 0, 0)).all()
    assert (strip[2 * height + 10, 3 * width + 10] < 50).all()


def test_a_folder_gets_both_and_nothing_taken_is_nothing_written(tmp_path):
    folder = tmp_path / "film"
    assert [path.name for path in taken(Film(folder, SIZE), 2).write()] == ["run.gif", "run.png"]
    assert Film(tmp_path / "none.gif").write() == []
    assert not (tmp_path / "none.gif").exists()


def test_other_files_are_refused_before_the_run(tmp_path):
    with pytest.raises(UsageError, match=r"run\.mp4"):
        Film(tmp_path / "run.mp4")
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(UsageError, match="expected a place"):
        taken(Film(tmp_path / "file" / "run.gif", SIZE), 1).write()


def test_a_picture_as_png():
    assert (iio.imread(png(RED)) == RED).all()
