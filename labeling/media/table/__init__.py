"""Tables: typed columns and rows; a CSV file, or small ones in the task itself.

A value in the task is `{"columns": [names or {"name", "type"?}], "rows": [[cell, ...], ...]}` or a
list of objects. Rows are numbered from 0 in the order of the source, whatever a view sorts by:
regions count on it.
"""

from labeling.media.kind import Inline, MediaKind
from labeling.media.parameters import Whole
from labeling.media.table.inline import MAX_COLUMNS, table_bounds, table_faults

__all__ = ["BLOCK_ROWS", "KIND", "MAX_ROWS", "STRIP_ROWS"]

MAX_ROWS = 1_000_000
BLOCK_ROWS = 2_000
STRIP_ROWS = 40
"""Of a block: what a sorted table, whose rows lie strewn over the file, is read by."""

KIND = MediaKind(
    type="table",
    mimes=frozenset({"text/plain"}),
    suffixes=frozenset({".csv", ".tsv"}),
    decoder="labeling.media.table.decoder",
    views={
        "rows": {"block": Whole(0, 0, MAX_ROWS // BLOCK_ROWS)},
        "strip": {"strip": Whole(0, 0, MAX_ROWS // STRIP_ROWS)},
        "column": {"column": Whole(0, 0, MAX_COLUMNS)},
        "columns": {},
    },
    prepared=("columns",),
    inline=Inline(table_faults, table_bounds),
    memory_mb=3_072,
)
