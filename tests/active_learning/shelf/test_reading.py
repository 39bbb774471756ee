"""The package's own reader cuts words as the encoder's tokenizer does."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from active_learning.embeddings.minilm import load_tokenizer
from active_learning.shelf.packing import SCRIPTS

TEXTS = [
    "Hello, world! It's 3.5€ today — naïve café",
    "",
    "   \t\n",
    "你好，世界 mixed 中文and English",
    "a" * 150,
    "Straße İstanbul ﬁne ĐỒNG ΑΣ",
    "emoji 😀👍🏽 zero\u200bwidth\u00a0nbsp \ufeffbom",
    "[SEP] x [MASK]y don't_stop#hash@x.y",
    "word " * 400,
    "ก็ไทย हिन्दी עברית العربية 日本語 カタカナ",
]


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    folder = tmp_path_factory.mktemp("package")
    vocabulary = load_tokenizer().get_vocab()
    pieces = sorted(vocabulary, key=lambda piece: vocabulary[piece])
    (folder / "vocabulary.txt").write_text("\n".join(pieces), encoding="utf-8")
    script = folder / "reading.py"
    script.write_bytes((Path(SCRIPTS) / "reading.py").read_bytes())
    spec = importlib.util.spec_from_file_location("packaged_reading", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("text", TEXTS)
def test_ids_are_the_tokenizers(reading: ModuleType, text: str) -> None:
    assert reading.word_pieces(text)[0].tolist() == load_tokenizer().encode(text).ids
