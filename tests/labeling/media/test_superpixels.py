import numpy as np
import pytest
from PIL import Image
from scipy.ndimage import label as components

from labeling.media.image.superpixels import superpixels
from tests.labeling.media.decoders import render


@pytest.fixture(scope="module")
def halves():
    """A blue half and a red disc on a green one, with noise over all of it."""
    y, x = np.mgrid[:120, :160]
    picture = np.zeros((120, 160, 3), np.uint8)
    picture[...] = (30, 60, 200)
    picture[:, 80:] = (40, 160, 60)
    picture[(x - 120) ** 2 + (y - 60) ** 2 < 25**2] = (210, 40, 40)
    noise = np.random.default_rng(5).integers(0, 25, picture.shape)
    return (picture + noise).astype(np.uint8)


def test_every_cell_is_in_one_piece_and_numbered_without_gaps(halves):
    cells = superpixels(halves, 60)
    numbers = np.unique(cells)
    assert numbers.tolist() == list(range(numbers.size))
    assert all(components(cells == number)[1] == 1 for number in numbers)


def test_there_are_about_as_many_as_asked_for(halves):
    assert 40 <= superpixels(halves, 60).max() + 1 <= 80


def test_cells_keep_to_the_borders_of_colours(halves):
    colours = (halves[..., 0] > 120).astype(int) + 2 * (halves[..., 2] > 120)
    cells = superpixels(halves, 60)
    pure = sum(np.bincount(colours[cells == number]).max() for number in np.unique(cells))
    assert pure / cells.size > 0.98


@pytest.mark.parametrize("size", [(1, 1), (1, 300), (300, 1), (7, 5)])
def test_tiny_and_thin_pictures_have_cells_too(size):
    cells = superpixels(np.zeros((*size, 3), np.uint8), 1_200)
    assert cells.shape == size
    assert cells.min() == 0


def test_the_view_is_a_small_picture_of_numbers(tmp_path):
    source = tmp_path / "wide.png"
    Image.effect_noise((1_600, 400), 60).save(source)
    assert render("image", "superpixels", source, tmp_path / "out", count=200) == "image/png"
    with Image.open(tmp_path / "out") as image:
        assert image.size == (640, 160)
        written = np.asarray(image).astype(int)
    numbers = written[..., 0] + 256 * written[..., 1]
    assert numbers.max() + 1 == np.unique(numbers).size > 50


def test_noise_does_not_run_into_one_cell():
    noise = np.random.default_rng(1).integers(0, 256, (90, 90, 3)).astype(np.uint8)
    assert np.bincount(superpixels(noise, 40).ravel()).max() < 3 * 90 * 90 / 40
