"""A decoder process: reads one request a line, answers one line; knows nothing but its limits.

It is started as a script by `pool`. A file that makes it fail, loop or swell ends this process and
nothing else.
"""

import importlib
import resource
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from labeling.media.decoding.answering import answer_lines, lower_limits
from labeling.media.decoding.order import Decoder, Order
from labeling.media.probe import MediaError

MAX_OUTPUT_BYTES = 8 << 30
OPEN_FILES = 4_096


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        _limit(request["memory_mb"])
        decoder = cast("Decoder", importlib.import_module(request["decoder"]))
        return _answered(decoder, request)
    except MediaError as error:
        return {"fault": error.fault, "detail": error.detail}
    except MemoryError:
        return {"fault": "too_large", "detail": "reading the file needs more memory than allowed"}
    except OSError as error:
        return {"error": f"{type(error).__name__}: {error.strerror or error}"}
    except Exception as error:  # the outermost loop of this process: a decoder's bug is one answer
        detail = f"the file is broken or of a rare variant ({type(error).__name__}: {error})"
        return {"fault": "broken", "detail": detail[:400].replace(request["source"], "file")}


def _answered(decoder: Decoder, request: dict[str, Any]) -> dict[str, Any]:
    """A view, a cleaned copy, or what the file is."""
    source = Path(request["source"])
    if request["view"] is not None:
        paths = {name: Path(request[name]) for name in ("source", "out", "folder")}
        return {"mime": decoder.VIEWS[request["view"]](Order(**paths, values=request["values"]))}
    if "out" in request:
        decoder.clean(source, Path(request["out"]))
        return {}
    return {"probe": asdict(decoder.probe(source))}


def _limit(memory_mb: int) -> None:
    lower_limits(
        {
            resource.RLIMIT_AS: memory_mb << 20,
            resource.RLIMIT_FSIZE: MAX_OUTPUT_BYTES,
            resource.RLIMIT_NOFILE: OPEN_FILES,
            resource.RLIMIT_CORE: 0,
        }
    )


if __name__ == "__main__":
    answer_lines(_answer)
