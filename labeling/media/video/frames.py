"""Single frames: as pictures, with their neighbours kept ready, and many small ones in a strip."""

from bisect import bisect_right
from io import BytesIO
from pathlib import Path

from av.video.frame import VideoFrame
from PIL import Image

from labeling.media.decoding.once import written_once
from labeling.media.decoding.order import Order
from labeling.media.probe import MediaError
from labeling.media.video.index import FrameIndex, index_of
from labeling.media.video.pictures import picture_of, small_picture
from labeling.media.video.reader import FrameReader, frame_at, missing, reader_of

__all__ = ["render_frame", "render_strip", "render_thumbnail"]

KEPT_BEFORE = 12
"""Frames decoded on the way are kept, so that stepping back is as quick as stepping on."""

SMALL_SIDE_PX = 640
STRIP_LINES = 54
SHORT_FRAMES = 1_500
THUMBNAIL_SIDE_PX = 320


def render_frame(order: Order) -> str:
    """Writes frame `n` as the decoder gives it; moves it here where it is ready already."""
    n = order.whole("n")
    index = index_of(order.source, order.folder)
    count = len(index.stamps)
    if n >= count:
        raise MediaError("unasked", f"n is {n}, there are {count} frames, counted from 0")
    ready = order.folder / "frames"
    if not _take(ready / f"{n}.jpg", order.out):
        _decode(order, index, n, ready)
    return "image/jpeg"


def _take(kept: Path, out: Path) -> bool:
    try:
        kept.replace(out)
    except FileNotFoundError:
        return False
    return True


def _decode(order: Order, index: FrameIndex, n: int, ready: Path) -> None:
    found = False
    for number, frame in reader_of(order.source, index).upto(n):
        if number == n:
            order.out.write_bytes(_jpeg(frame))
            found = True
        elif n - number <= KEPT_BEFORE:
            _keep(ready / f"{number}.jpg", frame)
    if not found:
        raise missing(n, index)


def _keep(path: Path, frame: VideoFrame) -> None:
    written_once(path, lambda out: out.write_bytes(_jpeg(frame)))


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
    tiles: dict[int, Image.Image] = {}
    try:
        for n in sorted(set(places)):
            for number, frame in reader.upto(n):
                if number == n or not tiles:
                    tiles[n] = small_picture(frame, STRIP_LINES)
    finally:
        reader.close()
    if not tiles:
        raise missing(places[0], index)
    # A damaged frame leaves its place to the one before it.
    ready = sorted(tiles)
    return [tiles[ready[max(0, bisect_right(ready, n) - 1)]] for n in places]


def render_thumbnail(order: Order) -> str:
    """Writes a small WebP of a key frame near the middle; openings are often black."""
    index = index_of(order.source, order.folder)
    middle = index.key_before(len(index.stamps) // 2)
    picture = picture_of(frame_at(order.source, index, middle))
    picture.thumbnail((THUMBNAIL_SIDE_PX, THUMBNAIL_SIDE_PX), Image.Resampling.LANCZOS)
    picture.save(order.out, "WEBP", quality=80, method=2)
    return "image/webp"
