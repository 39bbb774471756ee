"""PCD 0.6 and 0.7: ascii, binary and binary_compressed, points without place included."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labeling.media.pointcloud.cloud import MAX_HEADER_BYTES, Cloud, check_count, cloud_of
from labeling.media.pointcloud.lzf import decompress
from labeling.media.probe import MediaError

__all__ = ["looks_like_pcd", "read_pcd"]

TYPES = {
    ("F", "4"): "<f4",
    ("F", "8"): "<f8",
    **{(sign, str(size)): f"<{sign.lower()}{size}" for sign in "IU" for size in (1, 2, 4, 8)},
}
MAX_FIELDS = 256
KEYS = (b"VERSION", b"FIELDS", b"# .PCD", b"COLUMNS")
Header = Mapping[str, list[str]]


def looks_like_pcd(head: bytes) -> bool:
    """Whether the first lines are a PCD header."""
    lines = head[:512].lstrip().splitlines()
    return any(line.startswith(KEYS) for line in lines[:6])


def read_pcd(data: bytes) -> Cloud:
    """The cloud of a whole file."""
    header, start = _header(data)
    dtype = _dtype(header)
    count = _count(header)
    check_count(count)
    body = memoryview(data)[start:]
    form = header["DATA"][0].lower()
    if form == "ascii":
        columns = _from_text(bytes(body), dtype, count)
    elif form == "binary":
        columns = _from_rows(body, dtype, count)
    elif form == "binary_compressed":
        columns = _from_columns(body, dtype, count)
    else:
        raise MediaError("unsupported", f"the PCD file holds DATA {form[:40]}, which nobody knows")
    return cloud_of("PCD", columns, is_text=form == "ascii")


def _header(data: bytes) -> tuple[Header, int]:
    header: dict[str, list[str]] = {}
    at = 0
    while "DATA" not in header:
        end = data.find(b"\n", at, MAX_HEADER_BYTES)
        if end < 0:
            said = f"no DATA line in its first {MAX_HEADER_BYTES:,} bytes"
            raise MediaError("broken", f"the PCD header has {said}")
        words = data[at:end].decode("ascii", "replace").split()
        at = end + 1
        if words and not words[0].startswith("#"):
            header[words[0].upper()] = words[1:]
    if not header["DATA"]:
        raise MediaError("broken", "the PCD header says DATA without what it holds")
    return header, at


def _dtype(header: Header) -> np.dtype[Any]:
    fields = header.get("FIELDS") or header.get("COLUMNS") or []
    sizes, types = header.get("SIZE", []), header.get("TYPE", [])
    counts = header.get("COUNT", ["1"] * len(fields))
    if not 3 <= len(fields) <= MAX_FIELDS or not len(fields) == len(sizes) == len(types):
        raise MediaError("broken", "FIELDS, SIZE and TYPE of the PCD header do not fit together")
    try:
        kinds = [TYPES[kind, size] for kind, size in zip(types, sizes, strict=True)]
        repeats = [int(count) for count in counts]
        if len(repeats) != len(fields) or not all(1 <= count <= 4_096 for count in repeats):
            raise ValueError
    except (KeyError, ValueError) as error:
        detail = "SIZE, TYPE or COUNT of the PCD header is none of the standard's"
        raise MediaError("unsupported", detail) from error
    # Padding is called `_`, any number of times; names must differ.
    names = [name if fields.count(name) == 1 else f"{name}{i}" for i, name in enumerate(fields)]
    return np.dtype(
        [
            (name, kind) if count == 1 else (name, kind, (count,))
            for name, kind, count in zip(names, kinds, repeats, strict=True)
        ]
    )


def _count(header: Header) -> int:
    try:
        if header.get("POINTS"):
            return int(header["POINTS"][0])
        return int(header["WIDTH"][0]) * int(header["HEIGHT"][0])
    except (KeyError, IndexError, ValueError) as error:
        raise MediaError("broken", "the PCD header does not say how many points follow") from error


def _from_text(body: bytes, dtype: np.dtype[Any], count: int) -> dict[str, NDArray[Any]]:
    widths = {name: int(np.prod(dtype[name].shape, dtype=int)) for name in dtype.names or ()}
    try:
        table = np.loadtxt(BytesIO(body), dtype=np.float64, ndmin=2, max_rows=count)
    except ValueError as error:
        raise MediaError("broken", f"the points of the PCD file: {str(error)[:200]}") from error
    if table.shape != (count, sum(widths.values())):
        said = f"has {table.shape[0]:,} rows of {table.shape[1]} numbers"
        wanted = f"its header promises {count:,} of {sum(widths.values())}"
        raise MediaError("broken", f"the PCD file {said}, {wanted}")
    columns: dict[str, NDArray[Any]] = {}
    at = 0
    for name, width in widths.items():
        if width == 1:
            columns[name] = _typed(table[:, at], dtype[name])
        at += width
    return columns


def _typed(column: NDArray[np.float64], kind: np.dtype[Any]) -> NDArray[Any]:
    """Whole numbers get their own type again; a NaN among them is 0."""
    return column.astype(kind) if kind.kind == "f" else np.nan_to_num(column).astype(kind)


def _from_rows(body: memoryview, dtype: np.dtype[Any], count: int) -> dict[str, NDArray[Any]]:
    _check_size(len(body), dtype.itemsize * count)
    rows = np.frombuffer(body, dtype=dtype, count=count)
    return {name: rows[name] for name in dtype.names or () if rows[name].ndim == 1}


def _from_columns(body: memoryview, dtype: np.dtype[Any], count: int) -> dict[str, NDArray[Any]]:
    """Compressed, the numbers of one field stand together."""
    _check_size(len(body), 8)
    packed, size = np.frombuffer(body[:8], dtype="<u4").tolist()
    if size != dtype.itemsize * count:
        detail = f"the PCD file unpacks to {size:,} bytes, not the {dtype.itemsize * count:,} of"
        raise MediaError("broken", f"{detail} its points")
    _check_size(len(body) - 8, packed)
    data = decompress(bytes(body[8 : 8 + packed]), size)
    columns: dict[str, NDArray[Any]] = {}
    at = 0
    for name in dtype.names or ():
        kind = dtype[name]
        if kind.shape == ():
            columns[name] = np.frombuffer(data, dtype=kind, count=count, offset=at)
        at += kind.itemsize * count
    return columns


def _check_size(has: int, wanted: int) -> None:
    if has < wanted:
        detail = f"the PCD file is cut off: {has:,} of {wanted:,} bytes of points are there"
        raise MediaError("broken", detail)
