"""What Label Studio's tags mean here."""

from collections.abc import Mapping

__all__ = ["LAYOUT", "OBJECTS", "REGION_TAGS", "SHAPES", "UNAVAILABLE"]

OBJECTS: Mapping[str, str] = {
    "Image": "image",
    "Text": "text",
    "HyperText": "html",
    "Audio": "audio",
    "AudioPlus": "audio",
    "Video": "video",
    "TimeSeries": "timeseries",
    "Paragraphs": "dialogue",
    "Chat": "dialogue",
    "Table": "table",
    "Pdf": "document",
    "PDF": "document",
}
"""Object tag -> field type."""

REGION_TAGS: Mapping[str, str] = {
    "RectangleLabels": "box",
    "PolygonLabels": "polygon",
    "EllipseLabels": "ellipse",
    "KeyPointLabels": "keypoints",
    "BrushLabels": "mask",
    "BitmaskLabels": "mask",
    "VectorLabels": "polyline",
    "HyperTextLabels": "span",
    "ParagraphLabels": "span",
    "TimeSeriesLabels": "range",
    "TimelineLabels": "range",
}
"""Control tag with its own classes -> kind. `Labels` depends on what it stands on."""

SHAPES: Mapping[str, str] = {
    "Rectangle": "box",
    "Polygon": "polygon",
    "Ellipse": "ellipse",
    "KeyPoint": "keypoints",
    "Brush": "mask",
    "Bitmask": "mask",
    "Vector": "polyline",
    "VideoRectangle": "track",
}
"""Control tag without classes -> kind; it takes them from a `Labels` on the same object."""

UNAVAILABLE: Mapping[str, str] = {
    "Ranker": "it ranks what each task brings; a ranking here puts its own classes in order",
    "List": "a list of what each task brings is no field; give each item a field of its own",
    "Bucket": "it ranks what each task brings; a ranking here puts its own classes in order",
    "MagicWand": "the magic wand is a tool of every mask and polygon here, not a label",
    "ReactCode": "code in a configuration is never run",
    "Repeater": "repeated blocks are not available",
    "Style": "style sheets are not taken from configurations",
    "Header": "headings are not shown; put the words into the guidelines",
    "Markdown": "texts between controls are not shown; put the words into the guidelines",
    "Shortcut": "shortcuts for whole texts are not available",
}

LAYOUT = frozenset({"View", "Collapse", "Panel", "Filter", "Channel", "MultiChannel", "Typer"})
"""Tags that arrange others; nothing is lost with them."""
