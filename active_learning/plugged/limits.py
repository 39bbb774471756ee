"""What a brought model may use; known without loading what opens one."""

from active_learning.plugged.faults import PlugFault

__all__ = [
    "CHECK_SECONDS",
    "FOLDER_MEMORY_MB",
    "FOLDER_SECONDS",
    "MAX_BYTES",
    "MEMORY_MB",
    "too_much_memory",
]

MAX_BYTES = 512 << 20
MEMORY_MB = 3_072
CHECK_SECONDS = 30.0
FOLDER_MEMORY_MB = 4_096
"""Of a model folder: torch itself takes a gigabyte."""
FOLDER_SECONDS = 90.0
"""Loading torch takes ten seconds on a busy machine."""


def too_much_memory(memory_mb: int) -> PlugFault:
    """Say that a model swells."""
    return PlugFault(
        "memory",
        f"It needs more than the {memory_mb:,} MB that a model may use: outputs or weights are "
        "too large.",
        mb=memory_mb,
    )
