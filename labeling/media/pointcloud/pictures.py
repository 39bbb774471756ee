"""Pictures of a scene: its cameras' as JPEG, and the cloud seen from above as a thumbnail."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from labeling.media.decoding.order import Order
from labeling.media.pointcloud.opening import opened
from labeling.media.pointcloud.records import places_of
from labeling.media.pointcloud.scene import Scene
from labeling.media.probe import MediaError
from labeling.media.sniffing import sniff

__all__ = ["picture_size", "render_picture", "render_thumb"]

FORMATS = ("JPEG", "PNG")
MAX_PICTURE_BYTES = 100_000_000
MAX_PIXELS = 60_000_000
THUMB_PX = (320, 240)
_BROKEN = (OSError, SyntaxError, ValueError, TypeError, EOFError, IndexError, KeyError)

# From low to high, as dark to light: five stops of a ramp that also reads in grey.
RAMP = np.array(
    [(59, 66, 140), (38, 130, 142), (53, 183, 121), (180, 222, 44), (253, 231, 37)], dtype=float
)
GROUND = (13, 17, 23)


def render_picture(order: Order) -> str:
    """Write one camera's picture of one frame."""
    with opened(order.source) as scene:
        data = _picture(scene, order.whole("frame"), order.whole("camera"))
    if sniff(data[:64]) == "image/jpeg":
        _check(data, "the picture")
        order.out.write_bytes(data)
        return "image/jpeg"
    with _opened(data, "the picture") as image:
        image.convert("RGB").save(order.out, "JPEG", quality=90)
    return "image/jpeg"


def picture_size(scene: Scene, frame: int, camera: str) -> tuple[int, int]:
    """Pixels of a picture, from its header."""
    file = scene.frame(frame).images[camera]
    with _opened(scene.read(file), file) as image:
        return image.size


def _picture(scene: Scene, frame: int, camera: int) -> bytes:
    names = scene.cameras
    name = names[camera] if camera < len(names) else None
    file = scene.frame(frame).images.get(name) if name is not None else None
    if file is None:
        raise MediaError("unasked", f"camera {camera} has no picture of frame {frame}")
    data = scene.read(file)
    if len(data) > MAX_PICTURE_BYTES:
        raise MediaError("too_large", f"{file} has {len(data):,} bytes")
    return data


def _opened(data: bytes, name: str) -> Image.Image:
    try:
        image = Image.open(BytesIO(data), formats=FORMATS)
    except (Image.DecompressionBombError, *_BROKEN) as error:
        detail = f"{name} is no JPEG or PNG, or damaged: {str(error)[:120]}"
        raise MediaError("broken", detail) from error
    if image.width * image.height > MAX_PIXELS:
        raise MediaError("too_large", f"{name} has {image.width:,} x {image.height:,} pixels")
    return image


def _check(data: bytes, name: str) -> None:
    with _opened(data, name) as image:
        try:
            image.load()
        except _BROKEN as error:
            raise MediaError("broken", f"{name} is cut off or damaged: {error}") from error


def render_thumb(order: Order) -> str:
    """Write the first frame seen from above, forward to the right, coloured by height."""
    places, _ = places_of(order, 0)
    low, high = np.quantile(places, (0.02, 0.98), axis=0)
    width, height = THUMB_PX
    scale = min(width / max(high[0] - low[0], 0.1), height / max(high[1] - low[1], 0.1)) * 0.96
    middle = (low + high) / 2
    x = np.rint(width / 2 + (places[:, 0] - middle[0]) * scale).astype(int)
    y = np.rint(height / 2 - (places[:, 1] - middle[1]) * scale).astype(int)
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    order_of_height = np.argsort(places[inside, 2])  # what is higher hides what is lower
    share = (places[inside, 2] - low[2]) / max(high[2] - low[2], 0.1)
    canvas = np.full((height, width, 3), GROUND, dtype=np.uint8)
    xs, ys = x[inside][order_of_height], y[inside][order_of_height]
    canvas[ys, xs] = _ramp(np.clip(share, 0, 1))[order_of_height]
    Image.fromarray(canvas, "RGB").save(order.out, "WEBP", quality=82, method=2)
    return "image/webp"


def _ramp(share: NDArray[np.float64]) -> NDArray[np.uint8]:
    stops = np.linspace(0, 1, len(RAMP))
    channels = [np.interp(share, stops, RAMP[:, channel]) for channel in range(3)]
    return np.column_stack(channels).astype(np.uint8)
