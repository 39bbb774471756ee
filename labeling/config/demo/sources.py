"""Where the tasks of each demo project come from; a new one is a file here and a line below."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from labeling.config.demo import (
    audio,
    desk,
    dialogue,
    document,
    geo,
    html,
    linked,
    paper,
    pictures,
    pointcloud,
    table,
    texts,
    timeseries,
    video,
    volume,
)

Source = Callable[[int, np.random.Generator, Path], Iterator[dict[str, Any]]]
"""How many, luck, and a folder for files → task items; a medium is the path of its file there."""

SOURCES: Mapping[str, Source] = MappingProxyType(
    {
        "support_messages": texts.support_messages,
        "desk_messages": desk.desk_messages,
        "letters": texts.letters,
        "paper_letters": paper.paper_letters,
        "reviews_zh": texts.reviews_zh,
        "land_tiles": pictures.land_tiles,
        "blood_smears": pictures.blood_smears,
        "lamp_papers": document.tasks,
        "museum_pages": html.tasks,
        "dawn": audio.dawns,
        "talks": audio.talks,
        "pump_house": timeseries.pump_house,
        "ledgers": table.ledgers,
        "chats": dialogue.chats,
        "comparisons": dialogue.comparisons,
        "crossing": video.tasks,
        "drives": pointcloud.drives,
        "torsos": volume.torsos,
        "islands": geo.islands,
        "markets": linked.markets,
    }
)
