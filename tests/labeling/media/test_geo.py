"""Maps: place on the earth, tiles at every level, bands of any numbers; what is refused."""

import json

import numpy as np
import pytest
import rasterio
from PIL import Image
from rasterio.enums import Resampling
from rasterio.transform import from_origin

from labeling.media import MediaError
from labeling.media.geo.place import to_lonlat, to_pixels
from labeling.media.geo.pyramid import first_copied, halved, write_copy
from tests.labeling.media.decoders import probe_as, render
from tests.shared_data import shared

UTM33 = from_origin(500_000, 5_600_000, 10, 10)


def raster(path, bands, *, crs="EPSG:32633", transform=UTM33, **more):
    """Write bands of shape (count, rows, columns)."""
    count, height, width = bands.shape
    shape = {"width": width, "height": height, "count": count, "dtype": bands.dtype.name}
    with rasterio.open(
        path, "w", driver="GTiff", crs=crs, transform=transform, **shape, **more
    ) as out:
        out.write(bands)
    return path


def tile(source, folder, **given):
    assert render("geo", "tile", source, folder / "tile", **given) == "image/webp"
    return np.asarray(Image.open(folder / "tile")).astype(int)


def info(source, folder):
    assert render("geo", "info", source, folder / "tile") == "application/json"
    return json.loads((folder / "tile").read_text("utf-8"))


def ramp(count=1, height=300, width=400, kind=np.uint8):
    return np.broadcast_to(np.arange(width) * 200 // width, (count, height, width)).astype(kind)


def test_a_map_says_where_it_lies(tmp_path):
    found = probe_as("geo", raster(tmp_path / "a.tif", ramp()))
    assert (found.width, found.height, found.mime) == (400, 300, "image/tiff")
    assert found.facts["crs"]["epsg"] == 32633
    assert found.facts["crs"]["unit"] == "metre"
    assert found.facts["transform"] == [10, 0, 500_000, 0, -10, 5_600_000]
    assert found.warnings == ()


def test_degrees_are_those_of_proj_and_lead_back_to_the_pixel(tmp_path):
    facts = probe_as("geo", raster(tmp_path / "a.tif", ramp())).facts
    columns, rows = np.array([0.0, 123.25]), np.array([0.0, 77.5])
    lon, lat = to_lonlat(facts["crs"]["wkt"], facts["transform"], columns, rows)
    # The central meridian of zone 33 is 15 degrees east; easting 500,000 lies on it.
    assert lon[0] == pytest.approx(15, abs=1e-9)
    assert lat[0] == pytest.approx(50.55, abs=0.02)
    back = to_pixels(facts["crs"]["wkt"], facts["transform"], lon, lat)
    assert np.stack(back) == pytest.approx(np.stack([columns, rows]), abs=1e-5)


def test_the_lattice_of_degrees_is_finer_than_a_pixel(tmp_path):
    source = raster(tmp_path / "a.tif", ramp(height=3000, width=3000))
    lattice = info(source, tmp_path)["lattice"]
    assert len(lattice["lon"]) == len(lattice["lat"]) == lattice["nodes"] ** 2
    assert lattice["error_m"] < 0.5


def test_a_picture_without_a_place_is_counted_in_pixels(tmp_path):
    Image.new("RGB", (700, 300), (200, 40, 40)).save(tmp_path / "a.png")
    found = probe_as("geo", tmp_path / "a.png")
    assert (found.facts["crs"], found.facts["levels"]) == (None, 2)
    assert "does not say where on the earth" in found.warnings[0]
    assert tuple(tile(tmp_path / "a.png", tmp_path, level=1)[0, 0]) == pytest.approx(
        (200, 40, 40), abs=6
    )


def test_tiles_fit_together_at_every_level(tmp_path):
    across = np.arange(3000) // 100 * 8
    bands = np.broadcast_to(across[None, None], (1, 2600, 3000)).astype(np.uint8)
    source = raster(tmp_path / "a.tif", bands)
    assert probe_as("geo", source).facts["levels"] == 4
    last = tile(source, tmp_path, level=0, x=5, y=5)
    assert last.shape[:2] == (2600 - 2560, 3000 - 2560)
    assert int(last[5, 50, 0]) == pytest.approx(across[2610], abs=4)
    half = tile(source, tmp_path, level=1, x=1, y=0)
    assert int(half[9, 26, 0]) == pytest.approx(across[1024 + 52], abs=4)
    whole = tile(source, tmp_path, level=3, x=0, y=0)
    assert whole.shape[:2] == (325, 375)
    with pytest.raises(MediaError, match="level 3 has no tile 1, 0: it has 1 x 1"):
        render("geo", "tile", source, tmp_path / "tile", level=3, x=1)
    with pytest.raises(MediaError, match="0 to 3 levels"):
        render("geo", "tile", source, tmp_path / "tile", level=4)


def test_what_is_written_in_tiles_is_what_the_file_holds(tmp_path):
    bands = np.stack([ramp(height=700, width=2_600, kind=np.uint16)[0] * 90 + i for i in range(2)])
    source = raster(tmp_path / "a.tif", bands, nodata=1, blockysize=16)
    with rasterio.open(source) as held:
        write_copy(held, 1, tmp_path / "b.tif")
    with rasterio.open(tmp_path / "b.tif") as found, rasterio.open(source) as held:
        assert np.array_equal(found.read(), held.read())
        assert (found.crs, found.transform, found.nodata) == (held.crs, held.transform, 1)
        assert found.block_shapes == [(512, 512)] * 2


def test_only_what_the_file_cannot_serve_itself_is_copied(tmp_path):
    striped = raster(tmp_path / "a.tif", ramp(height=60, width=2_600), blockysize=16)
    Image.new("L", (2_600, 60)).save(tmp_path / "a.png")
    small = raster(tmp_path / "b.tif", ramp())
    found = []
    for path in (striped, tmp_path / "a.png", small):
        with rasterio.open(path) as held:
            found.append(first_copied(held))
    assert found == [1, 0, None]


@pytest.mark.parametrize("step", [1, 2])
def test_a_copy_has_the_size_it_is_asked_for(step, tmp_path):
    shade = ramp(count=3, height=2_301, width=2_601)
    with rasterio.open(raster(tmp_path / "a.tif", shade, nodata=255)) as held:
        write_copy(held, step, tmp_path / "b.tif")
        with rasterio.open(tmp_path / "b.tif") as found:
            assert found.shape == (-(-2_301 // step), -(-2_601 // step))
            assert found.transform == held.transform @ rasterio.Affine.scale(step)
            assert abs(int(found.read(1)[9, 700]) - int(shade[0, 0, 700 * step])) <= 1


def test_bytes_are_halved_as_gdal_does(tmp_path):
    pixels = np.random.default_rng(2).integers(0, 256, (3, 40, 64)).astype(np.uint8)
    with rasterio.open(raster(tmp_path / "a.tif", pixels)) as held:
        averaged = held.read(out_shape=(3, 20, 32), resampling=Resampling.average)
    assert np.array_equal(halved(pixels), averaged)
    assert np.array_equal(halved(pixels[:, :39, :63])[:, :-1, :-1], averaged[:, :-1, :-1])


def test_numbers_of_any_size_are_spread_over_the_greys(tmp_path):
    bands = ramp(kind=np.float32) * 1000 - 50_000
    bands[0, :, :20] = np.nan
    source = raster(tmp_path / "a.tif", bands)
    found = tile(source, tmp_path, stretch="full")
    assert int(found[100, 30, 0]) < 20 < 235 < int(found[100, 395, 0])
    assert int(tile(source, tmp_path, stretch="full", gamma=2)[100, 200, 0]) > int(
        found[100, 200, 0]
    )


def test_empty_pixels_are_transparent(tmp_path):
    bands = ramp(count=3)
    bands[:, :100] = 0
    found = tile(raster(tmp_path / "a.tif", bands, nodata=0), tmp_path)
    assert found.shape[2] == 4
    assert (found[20, 200, 3], found[200, 200, 3]) == (0, 255)


def test_bands_are_chosen(tmp_path):
    bands = np.stack([np.full((64, 64), value, np.uint8) for value in (10, 60, 120, 240)])
    source = raster(tmp_path / "a.tif", bands, photometric="MINISBLACK")
    found = tile(source, tmp_path, red=4, green=1, blue=2)[30, 30]
    assert tuple(found) == pytest.approx((240, 10, 60), abs=8)
    with pytest.raises(MediaError, match="no band 9: the file has 1 to 4"):
        render("geo", "tile", source, tmp_path / "tile", red=9)


def test_named_colours_are_shown_as_named(tmp_path):
    source = raster(tmp_path / "a.tif", np.full((1, 64, 64), 7, np.uint8), photometric="palette")
    with rasterio.open(source, "r+") as file:
        file.write_colormap(1, {7: (10, 200, 30, 255)})
    assert tuple(tile(source, tmp_path)[30, 30]) == pytest.approx((10, 200, 30), abs=8)


def test_a_map_that_was_cut_off_is_refused(tmp_path):
    source = raster(
        tmp_path / "a.tif",
        np.random.default_rng(1).integers(0, 255, (3, 400, 400)).astype(np.uint8),
    )
    source.write_bytes(source.read_bytes()[:-100_000])
    with pytest.raises(MediaError, match="damaged, cut off"):
        probe_as("geo", source)


def test_complex_numbers_are_refused_with_a_remedy(tmp_path):
    source = raster(tmp_path / "a.tif", np.ones((1, 9, 9), np.complex64))
    with pytest.raises(MediaError, match="save their magnitude"):
        probe_as("geo", source)


def test_files_that_name_other_files_are_not_opened(tmp_path):
    (tmp_path / "a.vrt").write_text(
        '<VRTDataset rasterXSize="1" rasterYSize="1"><VRTRasterBand dataType="Byte" band="1">'
        "<SimpleSource><SourceFilename>/etc/passwd</SourceFilename></SimpleSource>"
        "</VRTRasterBand></VRTDataset>"
    )
    with pytest.raises(MediaError):
        probe_as("geo", tmp_path / "a.vrt")


@pytest.mark.parametrize(
    ("name", "epsg", "degrees"),
    [("RGB.byte.tif", 32618, (-77.76, 24.56)), ("cogeo.tif", 3857, (128.66, 37.67))],
)
def test_real_maps_lie_where_they_should(name, epsg, degrees, tmp_path):
    source = shared(f"data/geo_tiff/{name}")
    facts = probe_as("geo", source).facts
    assert facts["crs"]["epsg"] == epsg
    lattice = info(source, tmp_path)["lattice"]
    assert (lattice["lon"][544], lattice["lat"][544]) == pytest.approx(degrees, abs=0.05)
    assert tile(source, tmp_path).shape[0] == 512


def test_a_reference_system_without_a_number_is_named():
    facts = probe_as("geo", shared("data/geo_tiff/rgb2.tif")).facts
    assert (facts["crs"]["epsg"], facts["crs"]["name"]) == (
        None,
        "UTM Zone 18, Northern Hemisphere",
    )
