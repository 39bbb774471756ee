"""The stored agreement figures, with people in place of ids."""

from dataclasses import dataclass, field
from typing import Any

from annotators.models import QualityReport
from labeling.models import Project, User


@dataclass(frozen=True, slots=True)
class Pair:
    """Kappa of two people on one label."""

    first: User
    second: User
    label: str
    value: float
    n_tasks: int


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """Agreement per label and per pair of annotators."""

    labels: list[dict[str, Any]] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)


def agreement_report(project: Project) -> AgreementReport:
    """Return the last figures; empty before the first."""
    report = QualityReport.objects.filter(project=project).first()
    if report is None:
        return AgreementReport()
    ids = {pair[end] for pair in report.pairs for end in "ab"}
    users = User.objects.in_bulk(ids)
    pairs = [
        Pair(users[p["a"]], users[p["b"]], p["label"], p["value"], p["tasks"])
        for p in report.pairs
        if p["a"] in users and p["b"] in users
    ]
    return AgreementReport(report.labels, pairs)
