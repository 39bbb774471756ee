"""Single frames as pictures, and many small ones in a strip."""

from bisect import bisect_right
from io import BytesIO
from pathlib import Path

from av.video.frame import VideoFrame
from PIL import Image

from labeling.media.decoding.order import Order
from labeling.media.probe import MediaError
from labeling.media.video.index import FrameIndex, index_of
from labeling.media.video.pictures import picture_of, small_picture
from labeling.media.video.reader import FrameReader, missing, reader_of

__all__ = ["render_frame", "render_strip", "render_thumbnail"]

SMALL_SIDE_PX = 640
STRIP_LINES = 54
SHORT_FRAMES = 1_500
THUMBNAIL_SIDE_PX = 320


def render_frame(order: Order) -> str:
    """Writes frame `n` as the decoder gives it."""
    n = order.whole("n")
    index = index_of(order.source, order.folder)
    count = len(index.stamps)
    if n >= count:
        raise MediaError("unasked", f"n is {n}, there are {count} frames, counted from 0")
    frame = reader_of(order.source, index).frame(n)
    if frame is None:
        raise missing(n, index)
    order.out.write_bytes(_jpeg(frame))
    return "image/jpeg"


def _jpeg(frame: VideoFrame) -> bytes:
    small = max(frame.width, frame.height) <= SMALL_SIDE_PX
    data = BytesIO()
    # In small pictures every pixel counts; large ones are to come fast.
    picture_of(frame).save(data, "JPEG", quality=95 if small else 88, subsampling=0 if small else 2)
    return data.getvalue()


def render_strip(order: Order) -> str:
    """Writes `count` thumbnails side by side, from frames spread evenly over the video."""
    index = index_of(order.source, order.folder)
    frames = len(index.stamps)
    count = min(order.whole("count"), frames)
    wanted = [(2 * i + 1) * frames // (2 * count) for i in range(count)]
    tiles = _tiles(order.source, index, wanted)
    width, height = tiles[0].size
    strip = Image.new("RGB", (width * count, height))
    for i, tile in enumerate(tiles):
        strip.paste(tile, (i * width, 0))
    strip.save(order.out, "JPEG", quality=78)
    return "image/jpeg"


def _tiles(source: Path, index: FrameIndex, wanted: list[int]) -> list[Image.Image]:
    """Exact frames where all are decoded anyway, or else the key frames before them."""
    is_short = index.is_counted or len(index.stamps) <= SHORT_FRAMES
    places = wanted if is_short else [index.key_before(n) for n in wanted]
    reader = FrameReader(source, index)
    found = {n: reader.frame(n) for n in sorted(set(places))}
    reader.close()
    tiles = {n: small_picture(frame, STRIP_LINES) for n, frame in found.items() if frame}
    if not tiles:
        raise missing(places[0], index)
    # A damaged frame leaves its place to the one before it.
    ready = sorted(tiles)
    return [tiles[ready[max(0, bisect_right(ready, n) - 1)]] for n in places]


def render_thumbnail(order: Order) -> str:
    """Writes a small WebP of a key frame near the middle; openings are often black."""
    index = index_of(order.source, order.folder)
    middle = index.key_before(len(index.stamps) // 2)
    reader = reader_of(order.source, index)
    frame = reader.frame(middle) or reader.frame(0)
    if frame is None:
        raise missing(middle, index)
    picture = picture_of(frame)
    picture.thumbnail((THUMBNAIL_SIDE_PX, THUMBNAIL_SIDE_PX), Image.Resampling.LANCZOS)
    picture.save(order.out, "WEBP", quality=80, method=2)
    return "image/webp"
