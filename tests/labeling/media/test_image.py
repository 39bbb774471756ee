"""Images are judged by content, kept within limits and shown upright."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageCms

from labeling.media import MediaError
from labeling.media.image import decoder as media_image
from tests.labeling.media.decoders import probe_as, render
from tests.labeling.media.pictures import BLUE, RED, halves, noise, oriented

FORMATS = {"PNG": "png", "JPEG": "jpeg", "GIF": "gif", "WEBP": "webp", "TIFF": "tiff", "BMP": "bmp"}


def display(path, tmp_path):
    """The display rendition as an image, and its media type."""
    mime = render("image", "display", path, tmp_path / "display")
    with Image.open(tmp_path / "display") as shown:
        shown.load()
        return shown, mime


def near(pixel, color):
    return all(abs(a - b) < 30 for a, b in zip(pixel, color, strict=True))


def fault(path):
    with pytest.raises(MediaError) as caught:
        probe_as("image", path)
    return caught.value.fault


@pytest.mark.parametrize(("kind", "mime"), FORMATS.items())
def test_knows_a_format_by_content_whatever_the_name(kind, mime, tmp_path):
    path = tmp_path / "picture.txt"
    halves().save(path, kind)
    probe = probe_as("image", path)
    assert (probe.mime, probe.width, probe.height) == (f"image/{mime}", 40, 20)
    assert probe.is_web_safe == (kind not in {"TIFF", "BMP"})


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_size_and_renditions_are_upright(orientation, kind, tmp_path):
    path = oriented(tmp_path / "turned", orientation, kind)
    probe = probe_as("image", path)
    shown, _ = display(path, tmp_path)
    assert (probe.width, probe.height) == shown.size
    assert shown.size == ((40, 20) if orientation <= 4 else (20, 40))
    render("image", "thumb", path, tmp_path / "thumbnail")
    with Image.open(tmp_path / "thumbnail") as thumbnail:
        assert thumbnail.size == shown.size
    # where the stored left half goes, by the definition of the flag
    spots = {1: (5, 10), 2: (35, 10), 3: (35, 10), 4: (5, 10)}
    spots |= {5: (10, 5), 6: (10, 5), 7: (10, 35), 8: (10, 35)}
    assert near(shown.convert("RGB").getpixel(spots[orientation]), RED)
    other = (shown.width - 1 - spots[orientation][0], shown.height - 1 - spots[orientation][1])
    assert near(shown.convert("RGB").getpixel(other), BLUE)


def test_a_meaningless_orientation_is_told_and_left_aside(tmp_path):
    probe = probe_as("image", oriented(tmp_path / "odd.jpg", 99))
    assert (probe.width, probe.orientation) == (40, 1)
    assert any("99" in warning for warning in probe.warnings)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("share", [0.3, 0.7, 0.97])
def test_a_file_cut_off_anywhere_is_refused(kind, share, tmp_path):
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    noise(64, 64).save(whole, kind)
    data = whole.read_bytes()
    cut.write_bytes(data[: int(len(data) * share)])
    assert fault(cut) == "broken"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "empty"),
        (b"hello, I am a text", "unsupported"),
        (b"<!doctype html><script>1</script>", "disguised"),
        (b"  <HTML><body>", "disguised"),
        (b"\xef\xbb\xbf<script>1</script>", "disguised"),
        ("<html>".encode("utf-16"), "disguised"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "disguised"),
        (b'<?xml version="1.0"?>\n<!-- x --><svg onload="1"/>', "disguised"),
        (b"%PDF-1.7", "unsupported"),
        (b"PK\x03\x04....", "unsupported"),
        (b"\x89PNG\r\n\x1a\n", "broken"),
        (b"\xff\xd8\xff\xe0", "broken"),
        (b"GIF89a", "broken"),
        (b"BM", "broken"),
        (b"II*\x00", "broken"),
        (b"RIFF\x00\x00\x00\x00WEBP", "broken"),
        (b"P6 2 2 255\n", "broken"),
        (b"%!PS-Adobe-3.0 EPSF-3.0", "unsupported"),
    ],
)
def test_refuses_what_is_no_sound_image(data, expected, tmp_path):
    path = tmp_path / "file.png"
    path.write_bytes(data)
    assert fault(path) == expected


@given(st.sampled_from(sorted(FORMATS)), st.data())
def test_spoiled_bytes_are_read_or_refused_but_break_nothing(tmp_path_factory, kind, data):
    path = tmp_path_factory.mktemp("spoiled") / "file"
    noise(16, 16).save(path, kind)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at] = data.draw(st.integers(0, 255))
    path.write_bytes(content)
    try:
        probe_as("image", path)
        render("image", "display", path, path.with_name("display"))
    except MediaError as error:
        assert error.detail


def test_errors_do_not_show_where_files_are_stored(tmp_path):
    path = tmp_path / "secret" / "file.png"
    path.parent.mkdir()
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"x" * 50)
    with pytest.raises(MediaError) as caught:
        probe_as("image", path)
    assert "secret" not in caught.value.detail


@pytest.mark.parametrize("size", [(20_000, 10), (16_384, 16_384), (30_000, 30_000)])
def test_too_many_pixels_are_refused_before_they_are_decoded(size, tmp_path):
    path = tmp_path / "huge.png"
    Image.new("1", size).save(path)
    with pytest.raises(MediaError, match="16,384 on a side") as caught:
        probe_as("image", path)
    assert caught.value.fault == "too_large"
    assert f"{media_image.MAX_PIXELS:,}" in caught.value.detail


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (np.arange(1024, dtype=np.uint16).reshape(16, 64) * 64, "PNG"),
        (np.arange(1024, dtype=np.uint16).reshape(16, 64), "TIFF"),
        (np.linspace(-1, 1, 1024, dtype=np.float32).reshape(16, 64), "TIFF"),
        (np.arange(1024, dtype=np.int32).reshape(16, 64) * 1000, "TIFF"),
    ],
)
def test_deep_pixels_are_spread_over_the_range_they_use(values, kind, tmp_path):
    path = tmp_path / "deep"
    Image.fromarray(values).save(path, kind)
    assert not probe_as("image", path).is_web_safe
    shown, mime = display(path, tmp_path)
    levels = np.asarray(shown)
    assert mime == "image/png"
    assert (levels[0, 0], levels[-1, -1]) == (0, 255)
    assert (np.diff(levels.reshape(-1).astype(int)) >= 0).all()
    assert len(np.unique(levels)) == 256


def test_one_hot_pixel_does_not_darken_a_deep_image(tmp_path):
    values = np.tile(np.arange(100, dtype=np.uint16), (100, 1))
    values[50, 50] = 65_535
    Image.fromarray(values).save(tmp_path / "hot.png")
    shown, _ = display(tmp_path / "hot.png", tmp_path)
    assert len(np.unique(np.asarray(shown))) > 90


def test_a_flat_deep_image_keeps_its_level(tmp_path):
    Image.fromarray(np.full((4, 4), 65_535, np.uint16)).save(tmp_path / "flat.png")
    shown, _ = display(tmp_path / "flat.png", tmp_path)
    assert shown.getpixel((0, 0)) == 255


@pytest.mark.parametrize("values", [[-3e38, 0, 3e38], [0, 1e-40, 2e-40], [5, 5, 5], [-1, -1, -1]])
def test_extreme_floats_are_shown_without_an_overflow(values, tmp_path):
    Image.fromarray(np.array([values], np.float32)).save(tmp_path / "f.tif")
    shown, _ = display(tmp_path / "f.tif", tmp_path)
    assert shown.size == (3, 1)


def test_missing_values_do_not_spoil_a_float_image(tmp_path):
    values = np.linspace(0, 1, 64, dtype=np.float32).reshape(8, 8)
    values[0, 0], values[0, 1] = np.nan, np.inf
    Image.fromarray(values).save(tmp_path / "f.tif")
    shown, _ = display(tmp_path / "f.tif", tmp_path)
    assert len(np.unique(np.asarray(shown))) > 60


@pytest.mark.parametrize("mode", ["1", "L", "P", "CMYK", "YCbCr", "LAB"])
def test_other_modes_are_shown_in_their_colours(mode, tmp_path):
    kind = "JPEG" if mode in {"CMYK", "YCbCr"} else "TIFF" if mode == "LAB" else "PNG"
    image = halves()
    image.convert(mode if mode != "LAB" else "RGB").save(tmp_path / "m", kind)
    shown, _ = display(tmp_path / "m", tmp_path)
    left, right = (shown.convert("RGB").getpixel((x, 10)) for x in (5, 35))
    assert left != right or mode == "1"
    if mode in {"P", "CMYK", "YCbCr"}:
        assert left[0] > left[2]
        assert right[2] > right[0]


@pytest.mark.parametrize("shade", [0, 255])
def test_transparent_drawings_show_on_a_checker_whatever_their_shade(shade, tmp_path):
    image = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
    image.paste((shade, shade, shade, 255), (10, 10, 30, 30))
    image.save(tmp_path / "alpha.png")
    assert not probe_as("image", tmp_path / "alpha.png").is_web_safe
    shown, _ = display(tmp_path / "alpha.png", tmp_path)
    levels = np.asarray(shown.convert("L")).astype(int)
    assert abs(levels[20, 20] - shade) < 6
    assert len({levels[2, 2] > 235, levels[2, 12] > 235}) == 2


def test_a_palette_with_a_transparent_colour(tmp_path):
    image = halves().convert("P", palette=Image.Palette.ADAPTIVE)
    image.save(tmp_path / "p.gif", transparency=image.getpixel((35, 10)))
    shown, _ = display(tmp_path / "p.gif", tmp_path)
    assert near(shown.convert("RGB").getpixel((5, 10)), RED)
    assert not near(shown.convert("RGB").getpixel((35, 10)), BLUE)


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "TIFF", "PNG"])
def test_the_first_frame_of_several_is_shown_and_told(kind, tmp_path):
    others = [Image.new("RGB", (40, 20), color) for color in ("green", "white")]
    halves().save(tmp_path / "many", kind, save_all=True, append_images=others)
    probe = probe_as("image", tmp_path / "many")
    assert (probe.frames, probe.is_web_safe) == (3, False)
    assert any("3 frames" in warning for warning in probe.warnings)
    shown, _ = display(tmp_path / "many", tmp_path)
    assert near(shown.convert("RGB").getpixel((5, 10)), RED)


def test_long_sides_are_scaled_down_in_renditions_not_in_the_probe(tmp_path):
    Image.new("RGB", (9_000, 30)).save(tmp_path / "long.png")
    probe = probe_as("image", tmp_path / "long.png")
    assert (probe.width, probe.is_web_safe) == (9_000, False)
    shown, _ = display(tmp_path / "long.png", tmp_path)
    assert shown.width == media_image.DISPLAY_SIDE_PX
    render("image", "thumb", tmp_path / "long.png", tmp_path / "thumbnail")
    with Image.open(tmp_path / "thumbnail") as thumbnail:
        assert thumbnail.size == (media_image.THUMBNAIL_SIDE_PX, 1)
        assert thumbnail.format == "WEBP"


def test_metadata_such_as_places_is_not_copied_into_renditions(tmp_path):
    exif = Image.Exif()
    exif[0x010F] = "camera of somebody"
    halves().save(tmp_path / "a.jpg", exif=exif)
    for view in ("display", "thumb"):
        render("image", view, tmp_path / "a.jpg", tmp_path / "out")
        assert b"somebody" not in (tmp_path / "out").read_bytes()


def test_a_broken_colour_profile_does_not_stop_the_image(tmp_path):
    halves().save(tmp_path / "a.png", icc_profile=b"no profile at all")
    shown, _ = display(tmp_path / "a.png", tmp_path)
    assert near(shown.getpixel((5, 10)), RED)


@pytest.mark.parametrize("mode", ["RGB", "CMYK"])
def test_colours_of_an_embedded_profile_stay_recognisable(mode, tmp_path):
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    halves().convert(mode).save(tmp_path / "p.jpg", icc_profile=profile, quality=95)
    assert not probe_as("image", tmp_path / "p.jpg").is_web_safe
    shown, _ = display(tmp_path / "p.jpg", tmp_path)
    assert near(shown.getpixel((5, 10)), RED)


def test_a_float_image_without_any_value_is_black(tmp_path):
    Image.fromarray(np.full((2, 2), np.nan, np.float32)).save(tmp_path / "n.tif")
    shown, _ = display(tmp_path / "n.tif", tmp_path)
    assert shown.getpixel((0, 0)) == 0
