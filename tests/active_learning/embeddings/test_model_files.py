"""Model files: built once, whole or not at all, known by their content."""

from pathlib import Path

import pytest

from active_learning.embeddings.encoder import EncoderUnavailable
from active_learning.embeddings.model_files import built_file, content_hash, package_folder


def test_a_file_is_built_once(tmp_path: Path) -> None:
    builds: list[Path] = []

    def build(target: Path) -> None:
        builds.append(target)
        target.write_text("weights")

    target = tmp_path / "models" / "a.onnx"
    assert built_file(target, build).read_text() == "weights"
    built_file(target, build)
    assert len(builds) == 1


def test_a_build_that_dies_leaves_nothing(tmp_path: Path) -> None:
    def build(target: Path) -> None:
        target.write_text("half")
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        built_file(tmp_path / "a.onnx", build)
    assert not (tmp_path / "a.onnx").exists()
    assert [p.name for p in tmp_path.iterdir()] == ["a.onnx.lock"]


def test_the_hash_follows_the_content(tmp_path: Path) -> None:
    file = tmp_path / "a.onnx"
    file.write_bytes(b"one")
    first = content_hash(file)
    assert first == content_hash(file)
    file.write_bytes(b"other")
    assert content_hash(file) != first


def test_a_missing_package_is_named() -> None:
    with pytest.raises(EncoderUnavailable, match="no-such-weights"):
        package_folder("no_such_weights")
