"""What the serving process computes: inputs in, judgements out, on one thread."""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from active_learning.embeddings.encoder import EncoderUnavailable, Vectors
from active_learning.embeddings.fields import TEXTUAL, Encoders, FieldLayout
from active_learning.embeddings.pictures import read_picture, read_pixels
from active_learning.embeddings.series import TimedValues
from active_learning.embeddings.sounds import Sound
from active_learning.embeddings.wording import hashed_wording
from active_learning.keeping import Lru
from active_learning.learners.heads import Features
from active_learning.learners.heads.judgement import Judgement
from active_learning.learners.heads.model import Heads
from active_learning.learners.heads.reader import Reader
from active_learning.learners.kinds import KINDS
from active_learning.learners.resolving import judge_of, reader_of
from active_learning.serving.batcher import Waiting
from active_learning.serving.bundle import Bundle
from active_learning.serving.policy import Pace

__all__ = ["BadServingInput", "Predictor", "Question", "fast_features"]

CACHED_VECTORS = 10_000


class BadServingInput(ValueError):
    """An input that cannot be read; the message says what is wrong with it."""


@dataclass(frozen=True)
class Question:
    """One input for one version.

    A fresh one is embedded although its vector is known: where two versions are compared, the
    second one asked would otherwise seem the quicker one.
    """

    bundle: Bundle
    values: Mapping[str, Any]
    is_fresh: bool = False


class Predictor:
    """Answers questions; see `answer`. Threads may share it.

    Encoders and heads compute in any number of threads at once; what keeps something between
    questions does it one at a time.
    """

    def __init__(
        self,
        encoders: Encoders,
        *,
        deadline_s: float = 0.1,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._encoders = encoders
        self._deadline_s = deadline_s
        self._clock = clock
        self._vectors: Lru[tuple[str, bytes], Vectors] = Lru(CACHED_VECTORS)
        self._turn = threading.RLock()
        self._readers: dict[tuple[str, str], Reader[Any]] = {}
        self.pace = Pace()

    def answer(
        self, batch: Sequence[Waiting[Question]], now: float
    ) -> list[dict[str, Any] | Exception]:
        """Return a judgement as JSON, or an error, for each question of a batch.

        A question that the full model could answer only after the deadline goes to the version's
        fast head, where there is one; ``encoder`` in the answer says which it was.
        """
        in_time = self.pace.in_time([w.arrival for w in batch], now, self._deadline_s)
        return [
            self._guarded(waiting.item, use_full=fits)
            for waiting, fits in zip(batch, in_time, strict=True)
        ]

    def warm(self, bundle: Bundle) -> None:
        """Open what a version needs; what cannot be opened is told to whoever asks it."""
        with contextlib.suppress(ValueError, EncoderUnavailable):
            bundle.layout_on(self._encoders)
            if not KINDS[bundle.kind].reads_vectors:
                self._reader(bundle.kind, bundle.fields[0].type)

    def _guarded(self, question: Question, *, use_full: bool) -> dict[str, Any] | Exception:
        started = self._clock()
        try:
            if not use_full and question.bundle.fast is not None:
                judgement, encoder = self._fast(question), "fast"
            else:
                judgement, encoder = self._full(question), "full"
        except ValueError as error:
            return BadServingInput(str(error))
        took = self._clock() - started
        return as_json(judgement) | {"encoder": encoder, "latency_ms": round(took * 1000, 3)}

    def _full(self, question: Question) -> Judgement:
        bundle = question.bundle
        layout = self._layout(bundle)
        judge = judge_of(bundle.kind)
        if KINDS[bundle.kind].reads_vectors:
            vector = self._vector(layout, question)
            return judge(bundle.heads, Features(vector))[0]
        about = bundle.fields[0]
        with self._turn:
            reader = self._reader(bundle.kind, about.type)
            value = readable(reader.form, question.values.get(about.name))
            return judge(bundle.heads, reader.read([value]))[0]

    def _layout(self, bundle: Bundle) -> FieldLayout:
        """Return the layout; encoders are opened by one thread, for all."""
        with self._turn:
            return bundle.layout_on(self._encoders)

    def _reader(self, kind: str, field_type: str) -> Reader[Any]:
        if (kind, field_type) not in self._readers:
            self._readers[kind, field_type] = reader_of(kind)(self._encoders, field_type)
        return self._readers[kind, field_type]

    def _fast(self, question: Question) -> Judgement:
        bundle = question.bundle
        layout = self._layout(bundle)
        assert bundle.fast is not None
        features = fast_features(self._encoders, [layout.text_of(question.values)])
        return judge_of(bundle.kind)(Heads(bundle.fast), features)[0]

    def _vector(self, layout: FieldLayout, question: Question) -> Vectors:
        """Embed, or find the vector of the same content; learn the pace from real work only.

        Content is known as it was sent: a picture that came before is not even decoded. The pace
        is that of questions which a fast head could answer: it decides for those.
        """
        sent = question.values
        given = {field.name: sent.get(field.name) for field in layout.fields}
        key = (layout.id, _digest(given))
        with self._turn:
            known = None if question.is_fresh else self._vectors.get(key)
        if known is not None:
            return known
        values = {field.name: readable(field.type, given[field.name]) for field in layout.fields}
        started = self._clock()
        vector = layout.encode([values])
        took = self._clock() - started
        with self._turn:
            if question.bundle.fast is not None:
                self.pace.note(1, took)
            self._vectors.put(key, vector)
        return vector


def fast_features(encoders: Encoders, texts: Sequence[str]) -> Features:
    """Return what a fast head reads: table rows and hashed wording."""
    return Features(encoders.text.table.encode(texts), hashed_wording(texts))


def as_json(judgement: Judgement) -> dict[str, Any]:
    """Return the wire form of a judgement."""
    return asdict(judgement)


def readable(field_type: str, value: Any) -> Any:
    """Turn a wire value into what the field's encoder reads."""
    if value is None:
        return None
    match field_type:
        case "image":
            return read_pixels(_decoded(value))
        case "picture":
            return read_picture(_decoded(value))
        case "audio":
            return Sound.from_json(value)
        case "timeseries":
            return TimedValues.from_json(value)
        case _ if field_type in TEXTUAL and not isinstance(value, str):
            raise BadServingInput(f"a {field_type} is a string, not {type(value).__name__}")
        case _:
            return value


def _decoded(value: Any) -> bytes:
    if not isinstance(value, str):
        raise BadServingInput("an image is sent as base64 text")
    try:
        return base64.b64decode(value, validate=True)
    except binascii.Error as error:
        raise BadServingInput(f"the image is no base64: {error}") from error


def _digest(sent: Mapping[str, Any]) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for name, value in sent.items():
        digest.update(name.encode() + b"\0")
        is_text = isinstance(value, str)
        content = value.encode("utf-8", "surrogatepass") if is_text else b"=" + repr(value).encode()
        digest.update(len(content).to_bytes(8, "big") + content)
    return digest.digest()
