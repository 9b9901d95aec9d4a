"""What unseen ground is likely to be."""

import numpy as np
import pytest

from clew.agents.damcs.kriging import kriged

AREA = (40, 32)


def mask(*cells):
    found = np.zeros(AREA, np.bool_)
    for x, y in cells:
        found[x, y] = True
    return found


def patch(x, y, size=5):
    return mask(*((x + i, y + j) for i in range(size) for j in range(size)))


def test_nothing_known_is_the_prior_everywhere():
    assert (kriged(mask(), mask(), 0.26) == 0.26).all()


def test_near_good_ground_is_likelier_than_far_and_near_bad_less():
    share = kriged(patch(5, 5), patch(30, 5), 0.4)
    assert share[7, 7] > share[12, 7] > 0.4 > share[28, 7]
    assert share[20, 31] == pytest.approx(0.4, abs=0.01)
    assert share.min() >= 0.02
    assert share.max() <= 1


def test_it_has_no_direction_and_no_edge_that_wraps():
    share = kriged(patch(0, 14), mask(), 0.3)
    assert share[39].max() == pytest.approx(0.3)
    mirrored = kriged(patch(0, 14)[::-1, ::-1], mask(), 0.3)[::-1, ::-1]
    assert np.abs(share - mirrored).max() < 0.2  # other cells of the patch are on the lattice


def test_a_prior_that_grows_raises_what_is_far_only():
    low, high = (kriged(patch(5, 5), mask(), prior) for prior in (0.2, 0.5))
    assert (high[35] > low[35]).all()
    assert abs(high[7, 7] - low[7, 7]) < 0.1
