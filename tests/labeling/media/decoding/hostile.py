"""A decoder as bad as a file can make one."""

import os
import time

from labeling.media.probe import MediaError, Probe


def probe(path):
    """Do what the file says."""
    act = path.read_text()
    if act == "hang":
        time.sleep(60)
    if act == "die":
        os._exit(9)
    if act == "swell":
        bytearray(3 << 30)
    if act == "print":
        print("a library talks")  # noqa: T201
    if act == "raise":
        raise ZeroDivisionError("inside")
    if act == "refuse":
        raise MediaError("unsupported", "not this one")
    return Probe(type="image", mime="image/png", size=len(act), warnings=("small",))


def _copy(order):
    order.out.write_bytes(order.source.read_bytes() * order.whole("times"))
    return "text/plain"


VIEWS = {"copy": _copy}
