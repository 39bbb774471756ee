"""The story of the federated demo: three sites join, label, and learn together."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from labeling.config.demo.federation import Installation, Wire, free_port, until
from labeling.config.demo.shops import MIXES
from labeling.config.supervisor import Child

__all__ = ["SITES", "Show"]

SITES = tuple(MIXES)
ROUNDS = 2
FIRST_LABELS, MORE_LABELS = 24, 12
Tell = Callable[[str], None]


class Show:
    """The story, step by step, through the API that the pages use."""

    host = "127.0.0.1"
    """Where the sites reach the coordinator."""

    def __init__(self, made: list[Installation], tell: Tell) -> None:
        self.made, self.tell = made, tell
        self.hub = Wire(made[0], made[0].facts["owner"])
        self.officers = {one.name: Wire(one, one.facts["owner"]) for one in made[1:]}
        self.people = {one.name: Wire(one, one.facts["annotator"]) for one in made[1:]}
        self.memberships: dict[str, Any] = {}
        self.root = ""
        self.rng = np.random.default_rng(7)

    def play(self, fleet: int, campaigns: int) -> None:
        """Join, then label and learn in turn."""
        self.join(fleet)
        for campaign in range(campaigns):
            size = MORE_LABELS if campaign else FIRST_LABELS
            given = [self.people[name].label(size, self.rng) for name in SITES]
            self.tell(
                f"• people at each site labelled {max(given)} letters; nothing left the sites"
            )
            self._learn()
        self._show_ledgers()

    def children(self, fleet: int) -> list[Child]:
        """Return the processes: pages everywhere, the coordinator's two, three of each site."""
        ports = ("--host", self.host, "--port", str(fleet), "--private-port", str(free_port()))
        children = self.made[0].children(["federated_coordinator", *ports])
        for site in self.made[1:]:
            children += site.children(["worker", "--queue", "learning"], ["federated_node"])
        return children

    def join(self, fleet: int) -> None:
        """Let three sites in, as an administrator at each end would."""
        wires = [self.hub, *self.officers.values()]
        until(lambda: all(wire.get("auth/state/") for wire in wires), "the pages' coming up")
        self.tell("• the pages are up; sign in and watch:")
        self.tell_pages()
        ontology = self._project("north")["ontology"]
        body = {"name": "Three shops", "ontology": ontology, "host": self.host, "port": fleet}
        federation = self.hub.post("federation/federations/", body)
        self.root = f"federation/federations/{federation['id']}/"
        for name, officer in self.officers.items():
            site = self.hub.post(f"{self.root}sites/", {"name": name})
            path = f"{self.root}sites/{site['id']}/"
            invitation = self.invited(name, path)
            accepted = {
                "project": str(officer.installation.facts["project"]),
                "invitation": json.dumps(invitation),
            }
            joined = officer.post("federation/memberships/", accepted)
            self.hub.post(f"{path}key/", {"public_line": joined["public_line"]})
            self.hub.post(f"{path}approve/", {"fingerprint": joined["fingerprint"]})
            self.memberships[name] = joined
            self.tell(f"• {name} joined; both sides see the fingerprint {joined['fingerprint']}")
        for name, officer in self.officers.items():
            for peer, theirs in self.memberships.items():
                if peer != name:
                    path = f"federation/memberships/{self.memberships[name]['id']}/peers/{peer}/"
                    officer.put(path, {"public_line": theirs["public_line"]})
        until(lambda: self._online() == len(SITES), "the sites' coming online")
        self.tell("• three sites are online, over TLS, each known by its own key")
        self._wait_for_vectors()

    def invited(self, _name: str, path: str) -> Any:
        """Return the invitation of a site, as it is sent there."""
        return self.hub.post(f"{path}invitation/")

    def tell_pages(self) -> None:
        """Name each installation's address and account."""
        for one in self.made:
            self.tell(f"  {one.name:<12} {one.url}   demo / {one.facts['password']}")

    def _learn(self) -> None:
        run = self.hub.post(f"{self.root}runs/", {"terms": {"rounds": ROUNDS}})
        path, told = f"{self.root}runs/{run['id']}/", set[int]()

        def ended() -> Any:
            for one in self.hub.get(f"{path}rounds/")["results"]:
                if one["state"] != "running" and one["number"] not in told:
                    told.add(one["number"])
                    self.tell(_line(one))
            found = self.hub.get(path)
            return found if found["state"] not in {"queued", "running"} else None

        found = until(ended, "the run's end")
        if found["state"] != "done":
            raise RuntimeError(f"the run {found['state']}: {found['reason']}")
        if found["accuracy"] is not None:
            self.tell(f"  after the run the shared model is right in {found['accuracy']:.0%}")
        for name, officer in self.officers.items():
            this = f"federation/memberships/{self.memberships[name]['id']}/"
            newest = officer.get(f"{this}rounds/?limit=1")["results"][0]
            used = "is used" if newest["is_used"] else "is stored; the site's own is better here"
            self.tell(f"  {name:<6} on its own hold-out {_share(newest)}, and {used}")

    def _show_ledgers(self) -> None:
        for name, officer in self.officers.items():
            this = f"federation/memberships/{self.memberships[name]['id']}/"
            chain, lines = (
                officer.get(f"{this}ledger/chain/"),
                officer.get(f"{this}ledger/?limit=500"),
            )
            size = sum(line["size_bytes"] for line in lines["results"])
            holds = "holds" if chain["holds"] else "IS BROKEN"
            self.tell(
                f"• {name}: {chain['lines']} messages left, {size / 1000:.0f} kB in all, each in "
                f"its ledger, whose chain {holds}"
            )

    def _wait_for_vectors(self) -> None:
        def ready() -> bool:
            jobs = [
                officer.get(f"jobs/?project={officer.installation.facts['project']}")["results"]
                for officer in self.officers.values()
            ]
            return all(
                any(job["kind"] == "embed" and job["state"] == "done" for job in of_site)
                for of_site in jobs
            )

        until(ready, "the sites' reading of their letters")

    def _project(self, name: str) -> Any:
        officer = self.officers[name]
        return officer.get(f"projects/{officer.installation.facts['project']}/")

    def _online(self) -> int:
        return int(self.hub.get(self.root)["counts"]["online"])


def _line(one: Any) -> str:
    if one["state"] != "done":
        return f"  round {one['number']} failed: {one['reason']['detail']}"
    before = f"{one['accuracy']:.0%}" if one["accuracy"] is not None else "unmeasured"
    size = one["received_bytes"] / 1000
    return (
        f"  round {one['number']}: {len(one['sites'])} sites, {one['seconds']:.0f} s, "
        f"{size:.0f} kB came in; the model it began with was right in {before}"
    )


def _share(newest: Any) -> str:
    own, shared = newest["own_accuracy"], newest["shared_accuracy"]
    told = "unmeasured" if shared is None else f"{shared:.0%}"
    return told if own is None else f"{told} (its model before: {own:.0%})"
