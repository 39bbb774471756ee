"""What the federation API answers with, as JSON; the shapes are in `shapes.py`."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from active_learning.calibration import wilson
from federated.identity.places import SitePlace
from federated.identity.site_key import SiteKey, fingerprint_of
from federated.models import (
    FederatedRound,
    FederatedSite,
    Federation,
    FederationRun,
    OutboundLine,
    PeerSite,
    SharedModel,
    SiteMembership,
    SiteRound,
)
from federated.policies import SiteAccess, SiteAction
from federated.selectors.class_match import class_match
from federated.selectors.federations import (
    Standing,
    coordinator_is_alive,
    node_is_alive,
    standing_of,
)
from federated.selectors.forecasts import RunForecast
from federated.selectors.memberships import gain_of, spending_of
from federated.server.plan import RunPlan
from labeling.kernel.clock import wire_time
from labeling.models import User

Json = dict[str, Any]


def federation_json(federation: Federation) -> Json:
    """Return `FederationShape`."""
    standing: Standing = standing_of(federation)
    return {
        "id": str(federation.pk),
        "name": federation.name,
        "label": federation.label,
        "classes": federation.classes,
        "ontology": federation.ontology,
        "encoder": federation.encoder or None,
        "dimensions": federation.dimensions,
        "terms": RunPlan.read(federation.terms).as_json(),
        "host": federation.host,
        "port": federation.port,
        "counts": dict(standing.counts),
        "coordinator_alive": coordinator_is_alive(),
        "live_run": run_json(standing.live_run) if standing.live_run else None,
        "latest_model": model_json(standing.latest_model) if standing.latest_model else None,
        "accuracy": standing.accuracy,
        "created_at": wire_time(federation.created_at),
    }


def site_json(site: FederatedSite) -> Json:
    """Return `SiteShape`."""
    about = site.about or {}
    waiting = site.next_line or (site.public_line if site.state == "waiting" else "")
    return {
        "id": str(site.pk),
        "name": site.name,
        "state": site.state,
        "is_online": site.is_online,
        "seen_at": _time(site.seen_at),
        "version": about.get("version"),
        "labels": {"low": about["labels_low"], "high": about["labels_high"]} if about else None,
        "about_at": _time(site.about_at),
        "mismatch": site.mismatch,
        "fingerprint": fingerprint_of(site.public_line) if site.is_in else None,
        "waiting_fingerprint": fingerprint_of(waiting) if waiting else None,
        "approved_by": _person(site.approved_by),
        "approved_at": _time(site.approved_at),
        "created_at": wire_time(site.created_at),
    }


def run_json(run: FederationRun) -> Json:
    """Return `RunShape`."""
    rounds = sorted(
        (one for one in run.rounds.all() if one.state == "done"), key=lambda one: one.number
    )
    measured = [one.model.accuracy for one in rounds if hasattr(one, "model")]
    known = [accuracy for accuracy in measured if accuracy is not None]
    return {
        "id": str(run.pk),
        "kind": run.kind,
        "state": run.state,
        "reason": run.reason,
        "terms": RunPlan.read(run.terms).as_json(),
        "rounds_wanted": run.rounds_wanted,
        "rounds_done": len(rounds),
        "sites": run.sites,
        "refused": run.refused,
        "stop_asked": run.stop_asked,
        "accuracy": known[-1] if known else None,
        "created_by": _person(run.created_by),
        "created_at": wire_time(run.created_at),
        "started_at": _time(run.started_at),
        "finished_at": _time(run.finished_at),
    }


def round_json(one: FederatedRound) -> Json:
    """Return `RoundShape`."""
    return {
        "id": str(one.pk),
        "run": str(one.run_id),
        "number": one.number,
        "state": one.state,
        "reason": one.reason,
        "sites": one.sites,
        "adopted": one.adopted,
        "refused": one.refused,
        "holdout": one.holdout,
        "right": one.right,
        "accuracy": one.right / one.holdout if one.holdout else None,
        "loss": one.loss,
        "by_site": one.by_site,
        "sent_bytes": one.sent_bytes,
        "received_bytes": one.received_bytes,
        "epsilon": one.epsilon,
        "seconds": one.seconds,
        "model": one.model.number if hasattr(one, "model") else None,
        "began_at": wire_time(one.began_at),
    }


def model_json(model: SharedModel) -> Json:
    """Return `ModelShape`."""
    about = wilson(model.right, model.holdout) if model.holdout else None
    return {
        "id": str(model.pk),
        "number": model.number,
        "run": str(model.round.run_id),
        "round": model.round.number,
        "accuracy": model.accuracy,
        "low": about.low if about else None,
        "high": about.high if about else None,
        "holdout": model.holdout,
        "size_bytes": model.size_bytes,
        "sha256": model.sha256,
        "created_at": wire_time(model.created_at),
    }


def forecast_json(forecast: RunForecast, plan: RunPlan) -> Json:
    """Return `ForecastShape`."""
    down, up, seconds = forecast.down_bytes, forecast.up_bytes, forecast.round_seconds
    parties = len(forecast.sites) * plan.rounds
    worst = max(forecast.epsilon.values(), default=None)
    return {
        "can_start": not any(one.is_blocking for one in forecast.obstacles),
        "obstacles": [
            {
                "code": one.code,
                "detail": one.detail,
                "params": dict(one.params),
                "is_blocking": one.is_blocking,
            }
            for one in forecast.obstacles
        ],
        "sites": list(forecast.sites),
        "quorum": forecast.quorum,
        "down_bytes": down,
        "up_bytes": up,
        "total_bytes": (down + up) * parties if down is not None and up is not None else None,
        "round_seconds": seconds,
        "total_seconds": seconds * plan.rounds if seconds is not None else None,
        "epsilon": {"worst": worst, "by_site": dict(forecast.epsilon)} if worst else None,
        "terms": plan.as_json(),
    }


def membership_json(access: SiteAccess, place: SitePlace) -> Json:
    """Return `MembershipShape`."""
    this = access.membership
    spending, gain = spending_of(this), gain_of(this)
    here = {key: this.invitation.get(key) for key in ("host", "port")}
    return {
        **_named(this),
        "project": _project(this),
        "coordinator": here,
        "contact_at": _time(this.contact_at),
        "node_alive": node_is_alive(),
        **_key_facts(place.key, "fingerprint", "public_line"),
        **_key_facts(place.next_key, "next_fingerprint", "next_public_line"),
        "epsilon": {"budget": spending.budget, "spent": spending.spent, "left": spending.left},
        "classes": asdict(class_match(this)),
        "class_mapping": this.class_mapping,
        "accepts_named_peers": this.accepts_named_peers,
        "gain": {
            "joined": gain.joined,
            "now": gain.now,
            "holdout": gain.holdout,
            "is_shared": gain.is_shared,
        }
        if gain
        else None,
        "counts": {
            "rounds": this.rounds.count(),
            "lines": this.lines.count(),
            "peers": this.peers.exclude(public_line="").count(),
            "proposed_peers": this.peers.exclude(proposed_line="").count(),
        },
        "may": [action.name.lower() for action in SiteAction if access.may(action)],
        "created_at": wire_time(this.created_at),
    }


def shared_json(membership: SiteMembership | None) -> Json:
    """Return `SharedShape`, for everybody who labels in the project."""
    if membership is None:
        return {"membership": None}
    gain = gain_of(membership)
    return {
        "membership": {
            **_named(membership),
            "gain": {"joined": gain.joined, "now": gain.now} if gain else None,
        }
    }


def peer_json(peer: PeerSite) -> Json:
    """Return `PeerShape`."""
    is_new = not peer.public_line
    state = "proposed" if is_new else "changed" if peer.proposed_line else "accepted"
    return {
        "name": peer.name,
        "state": state,
        "fingerprint": None if is_new else fingerprint_of(peer.public_line),
        "proposed_fingerprint": fingerprint_of(peer.proposed_line) if peer.proposed_line else None,
        "proposed_line": peer.proposed_line or None,
        "accepted_by": _person(peer.accepted_by),
        "accepted_at": _time(peer.accepted_at),
    }


def line_json(line: OutboundLine) -> Json:
    """Return `LineShape`."""
    names = ("number", "at", "run", "round", "kind", "size_bytes", "content_sha256", "epsilon")
    return {name: getattr(line, name) for name in names} | {"digest": line.digest}


def site_round_json(one: SiteRound) -> Json:
    """Return `SiteRoundShape`."""
    return {
        "run": one.run,
        "number": one.number,
        "labels": one.labels,
        "holdout": one.holdout,
        "joined_accuracy": one.joined_accuracy,
        "own_accuracy": one.own_accuracy,
        "shared_accuracy": one.shared_accuracy,
        "is_used": one.is_used,
        "model_version": one.version.number if one.version else None,
        "adopted_at": wire_time(one.adopted_at),
    }


def _named(this: SiteMembership) -> Json:
    return {
        "id": str(this.pk),
        "name": this.name,
        "federation": this.invitation.get("federation", ""),
        "state": this.state,
        "contact": this.contact,
    }


def _project(this: SiteMembership) -> Json | None:
    return {"id": str(this.project.pk), "name": this.project.name} if this.project else None


def _key_facts(key: SiteKey, fingerprint: str, line: str) -> Json:
    is_there = key.path.exists()
    return {
        fingerprint: key.fingerprint if is_there else None,
        line: key.public_line if is_there else None,
    }


def _person(user: User | None) -> Json | None:
    if user is None:
        return None
    return {"id": str(user.pk), "username": user.username, "name": user.first_name or user.username}


def _time(value: datetime | None) -> str | None:
    return wire_time(value) if value else None
