"""Small sounds in any container, made where they are needed."""

import av
import numpy as np

RATE = 16_000


def tone(seconds, hertz=440.0, rate=RATE, channels=1, loud=0.5):
    """A sine, (channels, n), each channel half as loud as the one before."""
    wave = loud * np.sin(2 * np.pi * hertz * np.arange(round(seconds * rate)) / rate)
    return np.stack([wave / 2**i for i in range(channels)]).astype(np.float32)


def write(path, samples, rate=RATE, codec="pcm_s16le", bit_rate=None):
    """Write samples by FFmpeg; the ending chooses the container."""
    layout = {1: "mono", 2: "stereo"}[samples.shape[0]]
    with av.open(str(path), "w") as file:
        stream = file.add_stream(codec, rate=rate)
        stream.layout = layout
        if bit_rate:
            stream.bit_rate = bit_rate
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples), "fltp", layout)
        frame.sample_rate, frame.pts = rate, 0
        target = stream.codec_context.format
        resampler = av.AudioResampler(format=target, layout=layout, rate=rate)
        for part in [*resampler.resample(frame), *resampler.resample(None)]:
            file.mux(stream.encode(part))
        file.mux(stream.encode(None))
    return path
