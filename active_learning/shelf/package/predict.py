"""Answers by model.onnx: `python predict.py VALUE...`; needs onnxruntime and numpy alone."""

import json
import sys
from pathlib import Path

import onnxruntime
import reading

HERE = Path(__file__).resolve().parent
MODEL = json.loads((HERE / "model.json").read_text(encoding="utf-8"))
SESSION = onnxruntime.InferenceSession(str(HERE / "model.onnx"))


def predict(*values):
    """Return each class's probability; a value a field: a text, or the path of a picture."""
    readers = [reading.READERS[field["reads"]] for field in MODEL["inputs"]]
    names = [field["input"] for field in MODEL["inputs"]]
    feed = {name: read(value) for name, read, value in zip(names, readers, values, strict=True)}
    return dict(zip(MODEL["classes"], SESSION.run(None, feed)[0][0].tolist(), strict=True))


if __name__ == "__main__":
    if len(sys.argv) - 1 != len(MODEL["inputs"]):
        sys.exit(f"Give one value a field: {', '.join(one['field'] for one in MODEL['inputs'])}")
    print(json.dumps(predict(*sys.argv[1:]), ensure_ascii=False))
