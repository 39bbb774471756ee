"""Makes small videos whose pictures show their own frame number as five blocks."""

from fractions import Fraction

import av
import numpy as np
from PIL import Image

SIZE = (96, 64)
TICKS = 1000
"""Time stamps are in milliseconds."""


def picture(n, size=SIZE):
    """Five blocks, bright for 1, the most significant first; the left edge is red."""
    width, height = size
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[:, : width // 24] = (200, 0, 0)
    for bit in range(5):
        if n >> (4 - bit) & 1:
            left = width * (2 + 4 * bit) // 24
            pixels[height // 3 : 2 * height // 3, left : left + width // 8] = 255
    return pixels


def clip(path, times, codec="libx264", size=SIZE, pixels="yuv420p", **options):
    """Write a video with one frame at each of the times, in seconds; give its path."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=10, options=options)
        stream.width, stream.height = size
        stream.pix_fmt = pixels
        stream.codec_context.time_base = stream.time_base = Fraction(1, TICKS)
        for n, time in enumerate(times):
            frame = av.VideoFrame.from_ndarray(picture(n, size), "rgb24")
            frame.pts, frame.time_base = round(time * TICKS), Fraction(1, TICKS)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def turned(source, path):
    """The same MP4 to be held a quarter turn clockwise, as telephones write it."""
    data = source.read_bytes()
    at = data.index(b"tkhd") + 4 + 40
    one, minus = (0x10000).to_bytes(4, "big"), (0x100000000 - 0x10000).to_bytes(4, "big")
    zero, last = bytes(4), (0x40000000).to_bytes(4, "big")
    matrix = b"".join((zero, one, zero, minus, zero, zero, zero, zero, last))
    path.write_bytes(data[:at] + matrix + data[at + len(matrix) :])
    return path


def number_in(path):
    """The frame number that a picture shows."""
    with Image.open(path) as shown:
        pixels = np.asarray(shown.convert("L"))
    height, width = pixels.shape
    return sum(
        int(pixels[height // 2, width * (2 + 4 * bit) // 24 + width // 16] > 128) << (4 - bit)
        for bit in range(5)
    )


def damaged(source, path, n):
    """The same video with the data of packet `n` made nonsense."""
    with av.open(str(source)) as container:
        packets = [packet for packet in container.demux(video=0) if packet.size]
    data = bytearray(source.read_bytes())
    packet = packets[n]
    at = data.index(bytes(packet))
    data[at : at + packet.size] = b"\xff" * packet.size
    path.write_bytes(data)
    return path
