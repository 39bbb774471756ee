"""Answers by encoders.onnx and the head: `python predict.py VALUE...`."""

import json
import sys
from pathlib import Path

import onnxruntime
import openvino
import reading

HERE = Path(__file__).resolve().parent
MODEL = json.loads((HERE / "model.json").read_text(encoding="utf-8"))
ENCODERS = onnxruntime.InferenceSession(str(HERE / "encoders.onnx"))
HEAD = openvino.Core().compile_model(HERE / "head.xml", "CPU")


def predict(*values):
    """Return each class's probability; a value a field: a text, or the path of a picture."""
    readers = [reading.READERS[field["reads"]] for field in MODEL["inputs"]]
    names = [field["input"] for field in MODEL["inputs"]]
    feed = {name: read(value) for name, read, value in zip(names, readers, values, strict=True)}
    vectors = ENCODERS.run(None, feed)[0]
    return dict(zip(MODEL["classes"], HEAD(vectors)[0][0].tolist(), strict=True))


if __name__ == "__main__":
    print(json.dumps(predict(*sys.argv[1:]), ensure_ascii=False))
