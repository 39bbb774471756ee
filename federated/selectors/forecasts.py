"""What a run will cost, and what keeps it from starting."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from federated.models import (
    FederatedRound,
    FederatedSite,
    Federation,
    RunState,
    SiteState,
)
from federated.selectors.federations import coordinator_is_alive
from federated.server.forecasting import forecast_of
from federated.server.plan import RunPlan

__all__ = ["Obstacle", "RunForecast", "blocking_problems", "forecast_run"]

_RECENT = 10


@dataclass(frozen=True)
class Obstacle:
    """What keeps a run from starting, or makes it doubtful."""

    code: str
    detail: str
    params: Mapping[str, Any] = field(default_factory=dict)
    is_blocking: bool = True


@dataclass(frozen=True)
class RunForecast:
    """Before a run: who takes part, what moves, how long it takes, what it costs."""

    sites: tuple[str, ...]
    quorum: int
    down_bytes: int | None
    up_bytes: int | None
    round_seconds: float | None
    epsilon: Mapping[str, float]
    obstacles: tuple[Obstacle, ...]


def forecast_run(federation: Federation, plan: RunPlan) -> RunForecast:
    """Return the forecast of a run on these terms, with the sites that are there now."""
    fit = [site for site in _present(federation) if not site.mismatch]
    known = federation.dimensions is not None
    cost = forecast_of(
        plan,
        classes=len(federation.classes),
        dimensions=federation.dimensions or 1,
        labels={site.name: (site.about or {}).get("labels_low", 0) for site in fit},
    )
    return RunForecast(
        sites=tuple(site.name for site in fit),
        quorum=plan.quorum,
        down_bytes=cost.down_bytes if known else None,
        up_bytes=cost.up_bytes if known else None,
        round_seconds=_recent_seconds(federation),
        epsilon=cost.epsilon,
        obstacles=tuple(_obstacles(federation, plan, fit)),
    )


def blocking_problems(federation: Federation, plan: RunPlan) -> list[Obstacle]:
    """Return what keeps a run on these terms from starting."""
    fit = [site for site in _present(federation) if not site.mismatch]
    return [found for found in _obstacles(federation, plan, fit) if found.is_blocking]


def _present(federation: Federation) -> list[FederatedSite]:
    approved = federation.sites.filter(state=SiteState.APPROVED, is_online=True)
    return list(approved.order_by("name"))


def _obstacles(federation: Federation, plan: RunPlan, fit: list[FederatedSite]) -> list[Obstacle]:
    found = []
    if not coordinator_is_alive():
        found.append(
            Obstacle(
                "no_coordinator",
                "The coordinator's process does not run. Start `manage.py federated_coordinator`.",
            )
        )
    if len(fit) < plan.quorum:
        found.append(
            Obstacle(
                "no_quorum",
                f"{len(fit)} fitting sites are online, {plan.quorum} are needed.",
                {"present": len(fit), "quorum": plan.quorum},
            )
        )
    found += [_left_out(site) for site in _present(federation) if site.mismatch]
    if not plan.is_secure:
        found.append(
            Obstacle(
                "in_clear",
                "Without the secure sum this coordinator sees every site's update.",
                is_blocking=False,
            )
        )
    return found


def _left_out(site: FederatedSite) -> Obstacle:
    return Obstacle(
        "mismatch",
        f"{site.name} differs and is left out: see its differences.",
        {"site": site.name},
        is_blocking=False,
    )


def _recent_seconds(federation: Federation) -> float | None:
    """Return the median of the last rounds that were done."""
    done = FederatedRound.objects.filter(run__federation=federation, state=RunState.DONE)
    seconds = list(done.order_by("-pk").values_list("seconds", flat=True)[:_RECENT])
    return median(seconds) if seconds else None
