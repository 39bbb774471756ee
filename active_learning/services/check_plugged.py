"""Has a brought file looked into by a process of its own."""

from pathlib import Path
from typing import Any

from active_learning.plugged.faults import PlugFault
from active_learning.plugged.limits import CHECK_SECONDS, MEMORY_MB, too_much_memory
from labeling.media.decoding.process import LineProcess, ProcessDied, TooSlow

MODULE = "active_learning.plugged.checking"


def checked_apart(path: Path, *, seconds: float = CHECK_SECONDS) -> dict[str, Any]:
    """Return what the file's model takes and gives, see `plugged.checking`.

    Raises
    ------
    PlugFault
        When it cannot be used; also when looking into it takes too long or too much memory.
    """
    process = LineProcess(MODULE)
    try:
        answer = process.ask({"path": str(path), "memory_mb": MEMORY_MB}, seconds)
    except TooSlow:
        raise PlugFault(
            "too_slow",
            f"It did not answer within {seconds:g} seconds and was stopped. Look for a loop "
            "without end, or make it smaller.",
            seconds=seconds,
        ) from None
    except ProcessDied:
        raise too_much_memory(MEMORY_MB) from None
    finally:
        process.end()
    if "fault" in answer:
        raise PlugFault(
            answer["fault"]["code"], answer["fault"]["detail"], **answer["fault"]["params"]
        )
    facts: dict[str, Any] = answer["facts"]
    return facts
