"""ELAN's EAF: tiers of annotations between time slots, some of which hang on those of others."""

from collections.abc import Iterator
from typing import ClassVar
from xml.etree.ElementTree import Element

import numpy as np

from labeling.formats.base import ImportedTask, ImportOptions, Layout, Problem, Source
from labeling.formats.members import suffix_of
from labeling.formats.timed import Cue, read_timed
from labeling.formats.xml_files import NoXml, read_xml
from labeling.ontology.parts import Ontology

__all__ = ["EafImporter"]

MAX_XML = 64 << 20
Times = dict[str, tuple[float, float]]


class EafImporter:
    """Makes a task of each EAF file, with the recording that it names."""

    id: ClassVar[str] = "eaf"
    name: ClassVar[str] = "ELAN (EAF)"
    extensions: ClassVar[tuple[str, ...]] = ("eaf", "zip")

    def sniff(self, source: Source) -> float:
        """Sure by the root of the files."""
        members = _members(source)
        head = source.head(members[0], 2048) if members else b""
        return 0.97 if b"<ANNOTATION_DOCUMENT" in head else 0.0

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """Return no columns."""
        return Layout()

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task a file."""
        for member in _members(source):
            try:
                root = read_xml(source, member, "ANNOTATION_DOCUMENT", max_bytes=MAX_XML)
            except NoXml as error:
                yield Problem(str(error), file=member)
                continue
            cues = _cues(root)
            yield from read_timed(source, ontology, member, cues, _media_of(root))


def _members(source: Source) -> list[str]:
    return [name for name in source.members() if suffix_of(name) == "eaf"]


def _media_of(root: Element) -> str:
    """Return the recording's name; of several the first."""
    for found in root.iter("MEDIA_DESCRIPTOR"):
        name = found.get("RELATIVE_MEDIA_URL") or found.get("MEDIA_URL") or ""
        if name:
            return name
    return ""


def _cues(root: Element) -> list[Cue]:
    slots = _slots(root)
    times: Times = {}
    cues: list[Cue] = []
    later: list[tuple[str, Element]] = []
    for tier in root.iter("TIER"):
        name = tier.get("PARTICIPANT") or tier.get("TIER_ID") or ""
        for found in tier.iter("ALIGNABLE_ANNOTATION"):
            start = slots.get(found.get("TIME_SLOT_REF1", ""))
            end = slots.get(found.get("TIME_SLOT_REF2", ""))
            if start is None or end is None:
                continue
            times[found.get("ANNOTATION_ID", "")] = (start, end)
            cues.append(Cue(start, end, _said(found), name))
        later += [(name, found) for found in tier.iter("REF_ANNOTATION")]
    return cues + _referring(later, times)


def _referring(found: list[tuple[str, Element]], times: Times) -> list[Cue]:
    """Return annotations that lie where those lie that they refer to, in however many steps.

    Several that refer to one follow each other: they share its time evenly.
    """
    cues: list[Cue] = []
    waiting = found
    while waiting:
        children: dict[tuple[str, str], list[Element]] = {}
        for name, child in waiting:
            children.setdefault((name, child.get("ANNOTATION_REF", "")), []).append(child)
        left: list[tuple[str, Element]] = []
        for (name, parent), several in children.items():
            if parent not in times:
                left += [(name, child) for child in several]
                continue
            start, end = times[parent]
            step = (end - start) / len(several)
            for i, child in enumerate(several):
                place = (start + i * step, start + (i + 1) * step)
                times[child.get("ANNOTATION_ID", "")] = place
                cues.append(Cue(*place, _said(child), name))
        if len(left) == len(waiting):
            break  # they refer to nothing, or to each other
        waiting = left
    return cues


def _slots(root: Element) -> dict[str, float]:
    """Return the second of each slot; those without one share the gap between their neighbours."""
    order = [(s.get("TIME_SLOT_ID", ""), s.get("TIME_VALUE")) for s in root.iter("TIME_SLOT")]
    known = [(i, int(v) / 1000) for i, (_, v) in enumerate(order) if v and v.isdigit()]
    places, seconds = [i for i, _ in known], [s for _, s in known]
    if not known:
        return {}
    slots = enumerate(slot for slot, _ in order)
    between = {slot: i for i, slot in slots if places[0] <= i <= places[-1]}
    return {slot: float(np.interp(i, places, seconds)) for slot, i in between.items()}


def _said(found: Element) -> str:
    return " ".join((found.findtext("ANNOTATION_VALUE") or "").split())
