"""Four installations on this machine (the demo's), TLS between them, and what is done to them."""

import os
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from labeling.config.demo.federated_show import SITES, Show
from labeling.config.demo.federation import Installation, free_port, prepare, until
from labeling.config.supervisor import Supervisor

__all__ = ["Drills", "asked_for", "play_parts", "say"]

ROUNDS = 3
Json = dict[str, Any]


def processes_of(folder: Path, *words: str) -> list[int]:
    """Return the processes of an installation whose command holds one of the words."""
    found = []
    mark = f"PENUMBRA_DATA={folder}\0".encode()
    for place in Path("/proc").glob("[0-9]*"):
        try:
            command, environment = ((place / name).read_bytes() for name in ("cmdline", "environ"))
        except OSError:
            continue
        if mark in environment and any(word.encode() in command for word in words):
            found.append(int(place.name))
    return found


def say(text: str) -> None:
    """Print at once."""
    print(text, flush=True)


class Drills:
    """The demo's federation, and what is done to it."""

    def __init__(self, made: list[Installation]) -> None:
        self.made, self.show = made, Show(made, say)
        self.show.tell = lambda _: None

    def begin(self, fleet: int) -> None:
        """Join three sites and let people label a little."""
        self.show.join(fleet)
        for people in self.show.people.values():
            people.label(24, self.show.rng)

    def run(self, what: str, meanwhile: Callable[[], None] | None = None, **terms: Any) -> Json:
        """Run some rounds; ``meanwhile`` happens when the second one has begun."""
        began, done = time.monotonic(), False
        run = self.show.hub.post(f"{self.show.root}runs/", {"terms": {"rounds": ROUNDS, **terms}})
        path = f"{self.show.root}runs/{run['id']}/"

        def ended() -> Any:
            nonlocal done
            rounds = self.show.hub.get(f"{path}rounds/")["results"]
            if meanwhile and not done and len(rounds) > 1:
                done = True
                time.sleep(2.0)
                meanwhile()
            found = self.show.hub.get(path)
            return found if found["state"] not in {"queued", "running"} else None

        found = until(ended, f"the end of: {what}", patience_s=900)
        rounds = self.show.hub.get(f"{path}rounds/")["results"]
        good = [one for one in rounds if one["state"] == "done"]
        seconds = [one["seconds"] for one in good]
        median = f"{statistics.median(seconds):.1f}" if seconds else "-"
        say(
            f"{what:<44} {found['state']:<8} {time.monotonic() - began:6.0f} s in all, "
            f"{median} s a round, attempts {'/'.join(one['state'] for one in rounds)}, "
            f"in {sum(one['received_bytes'] for one in good) // max(len(good), 1)} B, "
            f"out {sum(one['sent_bytes'] for one in good) // max(len(good), 1)} B a round"
        )
        if found["reason"]:
            say(f"    {found['reason']['code']}: {found['reason']['detail']}")
        return dict(found)

    def signal(self, number: signal.Signals, installation: Installation, *words: str) -> None:
        """Send a signal to what runs there and whose command holds one of the words."""
        for pid in processes_of(installation.folder, *words):
            os.kill(pid, number)

    def hold(self, name: str, verb: str) -> None:
        """Pause, cut or resume a site."""
        number = self.show.memberships[name]["id"]
        self.show.officers[name].post(f"federation/memberships/{number}/{verb}/")

    def change_key(self, name: str) -> None:
        """Give a site another key: made there, approved here, accepted by the others."""
        began, show = time.monotonic(), self.show
        this = f"federation/memberships/{show.memberships[name]['id']}/"
        made = show.officers[name].post(f"{this}rotate/")
        site = next(s for s in show.hub.get(f"{show.root}sites/")["results"] if s["name"] == name)
        path = f"{show.root}sites/{site['id']}/"
        show.hub.post(f"{path}key/", {"public_line": made["next_public_line"]})
        show.hub.post(f"{path}approve/", {"fingerprint": made["next_fingerprint"]})
        for peer, officer in show.officers.items():
            if peer != name:
                there = f"federation/memberships/{show.memberships[peer]['id']}/peers/{name}/"
                officer.put(there, {"public_line": made["next_public_line"]})

        def is_changed() -> bool:
            now = show.officers[name].get(this)
            taken_over = now["fingerprint"] == made["next_fingerprint"]
            return bool(taken_over and now["contact"] == "online" and self._online() == len(SITES))

        until(is_changed, "the change of the key")
        say(f"another key for {name}, in use after {time.monotonic() - began:.0f} s")

    def shut_out(self, name: str) -> None:
        """Revoke a site, and see what its own page says of it."""
        began, show = time.monotonic(), self.show
        site = next(s for s in show.hub.get(f"{show.root}sites/")["results"] if s["name"] == name)
        show.hub.post(f"{show.root}sites/{site['id']}/revoke/")
        this = f"federation/memberships/{show.memberships[name]['id']}/"
        until(lambda: show.officers[name].get(this)["contact"] == "refused", "its being refused")
        forecast = show.hub.post(f"{show.root}forecast/", {"terms": {}})
        codes = [one["code"] for one in forecast["obstacles"]]
        took = time.monotonic() - began
        say(f"{name} shut out; it sees so after {took:.0f} s; a run meets {codes}")

    def _online(self) -> int:
        return int(self.show.hub.get(self.show.root)["counts"]["online"])


Part = Callable[[Drills], None]


def play_parts(
    parts: Sequence[Part],
    *,
    drills_of: Callable[[list[Installation]], Drills] = Drills,
    surroundings: Mapping[str, Mapping[str, str]] | None = None,
    prefixes: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """Start everything, join three sites, and print a line for each drill that was asked for.

    ``surroundings`` holds variables for the processes of an installation, by its name;
    ``prefixes`` what a process is started by, by its own.
    """
    with tempfile.TemporaryDirectory() as folder:
        made = prepare(Path(folder), SITES, free_port(), say)
        fleet, drills = free_port(), drills_of(made)
        children = drills.show.children(fleet)
        for child in children:
            more = (surroundings or {}).get(child.name.split(":")[0], {})
            env, folder_named, *command = child.command
            child.command = [
                *(env, folder_named),
                *(f"{key}={value}" for key, value in more.items()),
                *(prefixes or {}).get(child.name, ()),
                *command,
            ]
        supervisor = Supervisor(children, dict(os.environ), say)
        supervisor.start()
        watching = threading.Thread(target=supervisor.watch, daemon=True)
        watching.start()
        try:
            began = time.monotonic()
            drills.begin(fleet)
            took = time.monotonic() - began
            say(f"{'joined, online, 24 labels at each site':<52} {took:7.0f} s")
            for part in parts:
                part(drills)
        finally:
            supervisor.stopping = True
            watching.join(30)


def asked_for(parts: Sequence[Part]) -> list[Part]:
    """Return those named on the command line, or all."""
    return [
        part for part in parts if part.__name__ in (sys.argv[1:] or [p.__name__ for p in parts])
    ]
