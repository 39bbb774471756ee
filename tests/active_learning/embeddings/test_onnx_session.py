"""Which providers compute: as set, refused at once when not installed."""

import pytest

from active_learning.embeddings.onnx_session import ProviderMissing, wanted_providers


def test_the_processor_alone_computes_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ONNX_PROVIDERS", raising=False)
    assert wanted_providers() == ["cpu"]


def test_the_processor_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "onnxruntime.get_available_providers",
        lambda: ["CPUExecutionProvider", "OpenVINOExecutionProvider"],
    )
    monkeypatch.setenv("ONNX_PROVIDERS", "cpu, OpenVINO")
    assert wanted_providers() == ["openvino", "cpu"]


def test_a_provider_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ONNX_PROVIDERS", "abacus")
    with pytest.raises(ProviderMissing, match="'abacus'; this onnxruntime has cpu"):
        wanted_providers()
