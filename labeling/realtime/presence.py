"""Who is in a project and looks at which task, put together by the clients' own consumers.

Each consumer tells the project's group of itself, and answers a newcomer; nobody keeps a list that
could go stale, and with Redis it works across processes.
"""

from dataclasses import dataclass, field
from typing import Any

FORGET_S = 70.0
"""A consumer that said nothing for so long (pings come every 25 s) is gone."""


@dataclass(slots=True)
class Presence:
    """The others, as one consumer knows them: by channel, with the time of their last word."""

    seen: dict[str, tuple[float, dict[str, Any]]] = field(default_factory=dict)

    def note(self, channel: str, who: dict[str, Any], now: float) -> bool:
        """Remember somebody, and say whether anything changed."""
        before = self.seen.get(channel)
        self.seen[channel] = (now, who)
        return before is None or before[1] != who

    def forget(self, channel: str) -> bool:
        """Forget somebody who left."""
        return self.seen.pop(channel, None) is not None

    def users(self, now: float) -> list[dict[str, Any]]:
        """Return each person once, with the task last looked at."""
        self.seen = {c: entry for c, entry in self.seen.items() if now - entry[0] < FORGET_S}
        people: dict[str, dict[str, Any]] = {}
        for _, who in sorted(self.seen.values(), key=lambda entry: entry[0]):
            known = people.get(who["id"])
            if known is None or who["task"] is not None:
                people[who["id"]] = who
        return sorted(people.values(), key=lambda who: str(who["name"]))
