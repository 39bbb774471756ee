"""A network of a site's own: a Linux network namespace whose only cable can be pulled."""

import contextlib
import subprocess
from collections.abc import Iterator

__all__ = ["HOST", "OwnNetwork", "own_network"]

HOST, THERE = "10.77.7.1", "10.77.7.2"
_NAME, _HERE_END, _THERE_END = "penumbra-site", "pen-here", "pen-there"


class OwnNetwork:
    """Reaches this machine at `HOST`, while the cable is in."""

    prefix = ("ip", "netns", "exec", _NAME)
    """What a command begins with to run inside."""

    def pull(self) -> None:
        """Pull the cable: nothing gets through, and nobody is told."""
        # The end inside goes down: the end here keeps its address, by which others come in.
        _ip("-n", _NAME, "link", "set", _THERE_END, "down")

    def plug(self) -> None:
        """Put it back."""
        _ip("-n", _NAME, "link", "set", _THERE_END, "up")


@contextlib.contextmanager
def own_network() -> Iterator[OwnNetwork]:
    """Make the namespace and its cable, and remove both; needs root.

    Raises
    ------
    subprocess.CalledProcessError
        This machine does not let us.
    """
    with contextlib.suppress(subprocess.CalledProcessError):
        _ip("netns", "delete", _NAME)  # left by a run that was killed
    _ip("netns", "add", _NAME)
    try:
        _ip("link", "add", _HERE_END, "type", "veth", "peer", _THERE_END, "netns", _NAME)
        _ip("address", "add", f"{HOST}/30", "dev", _HERE_END)
        _ip("link", "set", _HERE_END, "up")
        _ip("-n", _NAME, "address", "add", f"{THERE}/30", "dev", _THERE_END)
        _ip("-n", _NAME, "link", "set", _THERE_END, "up")
        _ip("-n", _NAME, "link", "set", "lo", "up")
        yield OwnNetwork()
    finally:
        _ip("netns", "delete", _NAME)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)
