"""Head files, classes that come and go, words and BIO tags."""

import json
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file
from scipy.sparse import csr_matrix

from active_learning.embeddings.minilm import MiniLm
from active_learning.embeddings.static_table import StaticTable
from active_learning.learners.heads import (
    Features,
    HeadFileError,
    LinearHead,
    load_heads,
    save_heads,
)
from active_learning.learners.heads.bio import decode, tags_of, tags_of_spans
from active_learning.learners.heads.words import WordEncoder, split_words


def head(classes: tuple[str, ...] = ("a", "b")) -> LinearHead:
    rng = np.random.default_rng(0)
    size = len(classes)
    return LinearHead(
        classes,
        rng.normal(size=(3, size)).astype(np.float32),
        rng.normal(size=size).astype(np.float32),
        rng.normal(size=(5, size)).astype(np.float32),
        temperature=1.5,
    )


def test_a_head_file_keeps_everything(tmp_path: Path) -> None:
    path = tmp_path / "v1.safetensors"
    save_heads(path, {"main": head(), "fast": head(("a", "b", "c"))}, {"number": 3})
    heads, metadata = load_heads(path)
    assert metadata == {"number": 3}
    assert heads["fast"].classes == ("a", "b", "c")
    assert heads["main"].temperature == 1.5
    features = Features(np.ones((2, 3), np.float32), csr_matrix(np.eye(2, 5, dtype=np.float32)))
    assert heads["main"].predict_proba(features) == pytest.approx(head().predict_proba(features))
    assert [p.name for p in tmp_path.iterdir()] == ["v1.safetensors"]


@pytest.mark.parametrize("content", [b"", b"\x80\x04pickle", b"x" * 100])
def test_another_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "v1.safetensors"
    path.write_bytes(content)
    with pytest.raises(HeadFileError, match=r"v1\.safetensors"):
        load_heads(path)


def test_a_later_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "v1.safetensors"
    save_file({"x": np.zeros(1)}, path, {"penumbra": json.dumps({"format": 99, "heads": {}})})
    with pytest.raises(HeadFileError, match="format 99"):
        load_heads(path)


def test_classes_keep_their_columns_when_others_come_and_go() -> None:
    before = head(("a", "b"))
    after = before.with_classes(("c", "b"))
    assert (after.weights[:, 1] == before.weights[:, 1]).all()
    assert (after.weights[:, 0] == 0).all()
    assert after.hashed is not None


def test_features_of_another_encoder_are_refused() -> None:
    with pytest.raises(ValueError, match="reads 3 features, got 4"):
        head().logits(Features(np.ones((1, 4), np.float32)))


def test_words_are_code_points() -> None:
    text = "💳 Zürich's 北京 42!"
    assert [text[a:b] for a, b in split_words(text)] == [
        "💳", "Zürich", "'", "s", "北", "京", "42", "!",
    ]  # fmt: skip


def test_word_features_have_a_row_a_word(models: Path) -> None:
    encoder = WordEncoder(MiniLm(models), StaticTable(models))
    long = "Alice met Bob in Paris . " * 60
    words = encoder.encode(["Alice met Bob.", "", "   ", long])
    assert [len(w) for w in words] == [4, 0, 0, 360]
    for found in words:
        assert found.features.dense.shape == (len(found), encoder.dimensions)
        assert np.isfinite(found.features.dense).all()
    # A word beyond the first window still has a meaning, not zeros.
    assert np.abs(words[3].features.dense[-2, :384]).sum() > 0


STARTS = np.array([0, 5, 10, 15], dtype=np.int64)
ENDS = STARTS + 4
TAGS = tags_of(["x", "y"])


def probabilities(*tags: str, sure: float = 0.9) -> np.ndarray:
    rows = np.full((len(tags), len(TAGS)), (1 - sure) / (len(TAGS) - 1))
    rows[np.arange(len(tags)), [TAGS.index(tag) for tag in tags]] = sure
    return rows


def test_spans_become_tags_and_come_back() -> None:
    spans = [(0, 9, "x"), (15, 19, "y")]
    tags = tags_of_spans(STARTS, ENDS, spans)
    assert tags == ["B-x", "I-x", "O", "B-y"]
    found = decode(TAGS, probabilities(*tags), STARTS, ENDS)
    assert [(f.start, f.end, f.label_class) for f in found] == spans
    assert found[0].score == pytest.approx(0.9)


def test_two_neighbours_of_one_class_stay_two() -> None:
    found = decode(TAGS, probabilities("B-x", "B-x", "I-x", "O"), STARTS, ENDS)
    assert [(f.start, f.end) for f in found] == [(0, 4), (5, 14)]


def test_decoding_never_starts_inside_or_changes_class_inside() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        rows = rng.dirichlet(np.ones(len(TAGS)) * 0.3, size=4)
        rows[0] = probabilities("I-x")[0]
        for span in decode(TAGS, rows, STARTS, ENDS):
            assert span.label_class in {"x", "y"}
            assert 0 <= span.start < span.end <= 19


def test_a_span_that_starts_inside_a_word_marks_the_word() -> None:
    assert tags_of_spans(STARTS, ENDS, [(2, 7, "x")]) == ["B-x", "I-x", "O", "O"]


def test_of_overlapping_spans_the_earlier_and_longer_is_kept() -> None:
    assert tags_of_spans(STARTS, ENDS, [(5, 9, "y"), (0, 9, "x")]) == ["B-x", "I-x", "O", "O"]


def test_no_words_give_no_spans() -> None:
    nothing = np.empty(0, dtype=np.int64)
    assert decode(TAGS, np.empty((0, 5)), nothing, nothing) == []
