"""Model folders: what is refused by name, what is unpacked, and what an opened one says."""

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from tokenizers import Tokenizer, models, pre_tokenizers

from active_learning.plugged.faults import PlugFault
from active_learning.plugged.files import file_kind
from active_learning.plugged.folders.layout import read_folder
from active_learning.plugged.folders.packed import unpack_folder
from active_learning.plugged.folders.pixels import pixels_for
from active_learning.plugged.folders.words import FoundSpan, Reader, spans_of
from active_learning.prelabelers.base import Medium, Wanted

CONFIG = {
    "model_type": "bert",
    "architectures": ["BertForTokenClassification"],
    "id2label": {"0": "O", "2": "I-PER", "1": "B-PER"},
}
WORDS = ["[UNK]", "Ann", "Le", "##e", "Bo", "met", "."]


def write_tokenizer(path: Path) -> None:
    tokenizer = Tokenizer(models.WordPiece({w: i for i, w in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.save(str(path))


def folder(path: Path, **config: Any) -> Path:
    path.mkdir(exist_ok=True)
    (path / "config.json").write_text(json.dumps(CONFIG | config))
    (path / "model.safetensors").write_bytes(b"weights")
    write_tokenizer(path / "tokenizer.json")
    return path


def zipped(path: Path, names: dict[str, bytes], how: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w", how) as archive:
        for name, content in names.items():
            archive.writestr(name, content)
    return path


def test_a_folder_is_known_by_its_config_with_classes_in_the_order_of_columns(tmp_path):
    found = read_folder(folder(tmp_path / "m"))
    assert (found.task, found.classes) == ("ForTokenClassification", ("O", "B-PER", "I-PER"))
    assert found.about.fills == {"span"}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda at: (at / "config.json").unlink(), "no_config"),
        (lambda at: (at / "config.json").write_text("[]"), "no_config"),
        (lambda at: (at / "model.safetensors").unlink(), "no_weights"),
        (lambda at: (at / "model.safetensors").rename(at / "pytorch_model.bin"), "pickle"),
        (lambda at: (at / "tokenizer.json").unlink(), "no_tokenizer"),
        (lambda at: folder(at, auto_map={"AutoModel": "own.Model"}), "remote_code"),
        (lambda at: folder(at, architectures=["GPT2LMHeadModel"]), "architecture"),
        (lambda at: folder(at, id2label={"one": "x"}), "no_config"),
    ],
)
def test_what_cannot_or_must_not_be_opened_is_refused_by_name(tmp_path, change, code):
    change(folder(tmp_path / "m"))
    with pytest.raises(PlugFault) as fault:
        read_folder(tmp_path / "m")
    assert fault.value.code == code


def test_a_zip_gives_its_weights_and_json_and_nothing_else(tmp_path):
    names = {
        "m/config.json": b"{}",
        "m/model.safetensors": b"weights",
        "m/modeling.py": b"raise SystemExit",
        "m/deep/config.json": b"{}",
        "../../evil.json": b"{}",
    }
    path = zipped(tmp_path / "a", names)
    assert file_kind(path) == "folder"
    assert unpack_folder(path, tmp_path / "out") == 9
    assert {one.name for one in (tmp_path / "out").iterdir()} == {
        "config.json",
        "model.safetensors",
    }
    assert not (tmp_path.parent / "evil.json").exists()


def test_a_zip_of_pickled_weights_is_refused_and_leaves_nothing(tmp_path):
    path = zipped(tmp_path / "a", {"config.json": b"{}", "pytorch_model.bin": b"x"})
    with pytest.raises(PlugFault) as fault:
        unpack_folder(path, tmp_path / "out")
    assert fault.value.code == "pickle"
    assert not (tmp_path / "out").exists()
    with pytest.raises(PlugFault) as none:
        file_kind(zipped(tmp_path / "b", {"a.txt": b"x"}))
    assert none.value.code == "zip"


def test_a_zip_that_only_swells_is_refused_before_it_is_unpacked(tmp_path):
    names = {"config.json": b"{}", "model.safetensors": bytes(16 << 20)}
    path = zipped(tmp_path / "a", names, zipfile.ZIP_DEFLATED)
    with pytest.raises(PlugFault) as fault:
        unpack_folder(path, tmp_path / "out")
    assert fault.value.code == "dense"
    assert not (tmp_path / "out").exists()


def test_entities_are_whole_words_and_a_b_tag_begins_another(tmp_path):
    write_tokenizer(tmp_path / "t")
    (window,) = Reader(tmp_path / "t", {}).windows("Ann Lee met Bo Ann.")
    tags = [1, 2, 0, 0, 1, 1, 0]  # Ann Le ##e met Bo Ann .
    shares = np.full((len(tags), 3), 0.1) + 0.7 * np.eye(3)[tags]
    assert list(spans_of(window, shares, ("O", "B-PER", "I-PER"))) == [
        FoundSpan(0, 7, "PER", pytest.approx(0.8)),
        FoundSpan(12, 14, "PER", pytest.approx(0.8)),
        FoundSpan(15, 18, "PER", pytest.approx(0.8)),
    ]


def test_a_long_text_is_read_piece_by_piece(tmp_path):
    write_tokenizer(tmp_path / "t")
    windows = Reader(tmp_path / "t", {"max_position_embeddings": 12}).windows("Bo met Ann. " * 8)
    assert [len(window.ids) for window in windows] == [10, 10, 10, 2]
    assert windows[1].offsets[0] == (31, 34)  # counted in the whole text


@pytest.mark.parametrize(
    ("said", "shape"),
    [
        ({}, (224, 224)),
        ({"size": {"height": 20, "width": 30}}, (20, 30)),
        ({"size": {"shortest_edge": 16}, "do_center_crop": True, "crop_size": 16}, (16, 16)),
        ({"size": {"shortest_edge": 16}}, (16, 32)),
    ],
)
def test_a_picture_is_made_as_the_folder_says(tmp_path, said, shape):
    Image.new("RGB", (80, 40), (255, 255, 255)).save(tmp_path / "a.png")
    pixels = pixels_for((tmp_path / "a.png").read_bytes(), said)
    assert pixels.shape == (1, 3, *shape)
    assert pixels.max() == pytest.approx(1.0)  # white, by a mean and a deviation of a half


def test_an_opened_folder_answers_as_its_weights_say(tmp_path):
    transformers = pytest.importorskip("transformers", reason="the extra is not installed")
    torch = pytest.importorskip("torch")
    config = transformers.BertConfig(
        vocab_size=len(WORDS), hidden_size=8, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=8, id2label={0: "calm", 1: "loud"}, label2id={"calm": 0, "loud": 1},
    )  # fmt: skip
    network = transformers.BertForSequenceClassification(config)
    torch.nn.init.zeros_(network.classifier.weight)
    network.classifier.bias.data = torch.tensor([0.0, 2.0])
    network.save_pretrained(tmp_path)
    write_tokenizer(tmp_path / "tokenizer.json")
    # Loads torch, as the process does that opens such folders.
    from active_learning.plugged.folders.proposing import open_prelabeler

    model = open_prelabeler(tmp_path, {"path": str(tmp_path)})
    (proposal,) = model.propose(Medium("text", "Ann met Bo."), [Wanted("tone", "choice")])
    assert (proposal.name, proposal.score) == ("loud", pytest.approx(0.880797))
