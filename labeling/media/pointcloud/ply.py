"""PLY, ascii and binary of either byte order: its vertices; faces are left aside."""

from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labeling.media.pointcloud.cloud import MAX_HEADER_BYTES, Cloud, check_count, cloud_of
from labeling.media.probe import MediaError

__all__ = ["read_ply"]

TYPES = {
    "char": "i1",
    "uchar": "u1",
    "short": "i2",
    "ushort": "u2",
    "int": "i4",
    "uint": "u4",
    "int8": "i1",
    "uint8": "u1",
    "int16": "i2",
    "uint16": "u2",
    "int32": "i4",
    "uint32": "u4",
    "float": "f4",
    "float32": "f4",
    "double": "f8",
    "float64": "f8",
}
ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}


@dataclass
class _Element:
    """A kind of row: its name, how many there are, and its properties; a list has no fixed size."""

    name: str
    count: int
    properties: list[tuple[str, str]] = field(default_factory=list)
    has_list: bool = False


def read_ply(data: bytes) -> Cloud:
    """The cloud of a whole file."""
    order, elements, start = _header(data)
    at = next((i for i, item in enumerate(elements) if item.name == "vertex"), None)
    if at is None:
        raise MediaError("unsupported", "the PLY file has no vertices")
    before, vertex = elements[:at], elements[at]
    if vertex.has_list or any(item.has_list for item in before):
        detail = "the PLY file has lists in or before its vertices; save it as a plain point cloud"
        raise MediaError("unsupported", detail)
    check_count(vertex.count)
    body = memoryview(data)[start:]
    if order == "":
        return _from_text(bytes(body), vertex, sum(item.count for item in before))
    skipped = sum(item.count * _dtype(item, order).itemsize for item in before)
    return _from_rows(body[skipped:], vertex, order)


def _header(data: bytes) -> tuple[str, list[_Element], int]:
    end = data.find(b"end_header", 0, MAX_HEADER_BYTES)
    line_end = data.find(b"\n", end) if end >= 0 else -1
    if line_end < 0:
        said = f"no end_header in its first {MAX_HEADER_BYTES:,} bytes"
        raise MediaError("broken", f"the PLY header has {said}")
    order: str | None = None
    elements: list[_Element] = []
    try:
        for line in data[:end].decode("ascii", "replace").splitlines():
            words = line.split()
            if words[:1] == ["format"]:
                order = ORDERS[words[1]]
            elif words[:1] == ["element"]:
                elements.append(_Element(words[1], int(words[2])))
            elif words[:2] == ["property", "list"]:
                elements[-1].has_list = True
            elif words[:1] == ["property"]:
                elements[-1].properties.append((words[2], TYPES[words[1]]))
    except (KeyError, IndexError, ValueError) as error:
        raise MediaError("broken", f"the PLY header is damaged: {line[:80]!r}") from error
    if order is None:
        raise MediaError("broken", "the PLY header says no format")
    return order, elements, line_end + 1


def _dtype(element: _Element, order: str) -> np.dtype[Any]:
    names = [name for name, _ in element.properties]
    if len(set(names)) != len(names):
        raise MediaError("broken", "the PLY header names a property twice")
    return np.dtype([(name, order + kind) for name, kind in element.properties])


def _from_rows(body: memoryview, vertex: _Element, order: str) -> Cloud:
    dtype = _dtype(vertex, order)
    wanted = dtype.itemsize * vertex.count
    if len(body) < wanted:
        detail = f"the PLY file is cut off: {len(body):,} of {wanted:,} bytes of vertices are there"
        raise MediaError("broken", detail)
    rows = np.frombuffer(body, dtype=dtype, count=vertex.count)
    return cloud_of("PLY", {name: _native(rows[name]) for name in dtype.names or ()})


def _native(column: NDArray[Any]) -> NDArray[Any]:
    return column.astype(column.dtype.newbyteorder("="))


def _from_text(body: bytes, vertex: _Element, skipped: int) -> Cloud:
    try:
        table = np.loadtxt(
            BytesIO(body), dtype=np.float64, ndmin=2, skiprows=skipped, max_rows=vertex.count
        )
    except ValueError as error:
        raise MediaError("broken", f"the vertices of the PLY file: {str(error)[:200]}") from error
    if table.shape != (vertex.count, len(vertex.properties)):
        said = f"has {table.shape[0]:,} vertices, its header promises {vertex.count:,}"
        raise MediaError("broken", f"the PLY file {said}")
    columns = {
        name: np.nan_to_num(table[:, i]).astype(kind) if kind[0] in "iu" else table[:, i]
        for i, (name, kind) in enumerate(vertex.properties)
    }
    return cloud_of("PLY", columns, is_text=True)
