"""Background entry points, nearly all in the learning lane."""

from django.utils import timezone

from active_learning.errors import RoundRunning, RoundSuperseded
from active_learning.models import (
    Acceptance,
    ModelVersion,
    PluggedModel,
    PrelabelerUse,
    TrainingRun,
)
from active_learning.models.acceptance import ACCEPT_JOB, UNDO_JOB
from active_learning.models.label_finding import SEARCH_JOB
from active_learning.models.plugged_model import CHECK_JOB
from active_learning.models.prelabeling import PRELABEL_JOB, TRY_JOB
from active_learning.models.query_round import ROUND_JOB
from active_learning.models.shelf import EXPORT_JOB
from active_learning.models.strategy_replay import REPLAY_JOB
from active_learning.models.training_run import TRAINING_JOB
from active_learning.selectors.embedding_map import MAP_JOB
from active_learning.services.accept_labels import accept_labels
from active_learning.services.acceptance_looks import accept_when_due
from active_learning.services.audit_acceptances import watch_acceptances
from active_learning.services.check_plugged import check_plugged
from active_learning.services.pacing import Pace
from active_learning.services.prelabel_pool import enqueue_prelabeling, prelabel_pool
from active_learning.services.relink import LINK_JOB
from active_learning.services.retrain import (
    EMBED_JOB,
    LabelWatch,
    enqueue_round,
    retrain_when_due,
)
from active_learning.services.rollouts import collect_comparisons
from active_learning.services.teach_prelabelers import teaching_is_due
from active_learning.services.try_prelabeler import try_prelabeler
from active_learning.services.undo_acceptance import end_acceptance
from labeling.kernel.jobs import JobRun, chore, job
from labeling.models import Project


@job(ROUND_JOB, kind="train", queue="learning", urgent=True)
def query_round(
    run: JobRun, *, project_id: int, trigger: str = "person", rank_only: bool = False
) -> None:
    """Train, score, select; then look whether labels that came meanwhile make the next one due."""
    # The web process knows this job by name; only the worker that runs it may load torch.
    from active_learning.services.query_round import Order, run_query_round  # noqa: PLC0415

    project = Project.objects.get(pk=project_id)
    order = Order(
        trigger=trigger,
        job_id=run.job_id,
        rank_only=rank_only,
        tell=run.progress,
        check=run.check_cancelled,
    )
    try:
        done = run_query_round(project=project, order=order)
    except RoundRunning:
        # The other round looks for new labels when it ends.
        run.report({"skipped": "A round of this project is running already."})
        return
    except RoundSuperseded:
        run.report({"skipped": "What is asked changed meanwhile; the next round learns that."})
        if Project.objects.filter(pk=project_id).exists():
            enqueue_round(project=project, trigger="ontology")
        return
    if done is not None:
        number = done.version.number if done.version else None
        run.report({"labels": done.labels, "pool": done.pool, "version": number,
                    "strategy": done.strategy, "seconds": done.seconds})  # fmt: skip
        accept_when_due(project=project)
        retrain_when_due(project=project, now=timezone.now())


@job(EMBED_JOB, kind="embed", queue="learning")
def embed(run: JobRun, *, project_id: int) -> None:
    """Give new tasks their vectors; before there is any round, also an order."""
    # As above: encoders are the worker's affair.
    from active_learning.services.first_order import embed_and_order  # noqa: PLC0415

    done = embed_and_order(project=Project.objects.get(pk=project_id), run=run)
    run.report({"embedded": done})


@job(LINK_JOB, kind="train", queue="learning")
def train_links(run: JobRun, *, project_id: int) -> None:
    """Fit the linker on the links confirmed so far."""
    # As above: torch is the worker's affair.
    from active_learning.services.link_doubts import write_link_doubts  # noqa: PLC0415
    from active_learning.services.train_linker import train_linker  # noqa: PLC0415

    def should_stop() -> bool:
        run.check_cancelled()
        return False

    project = Project.objects.get(pk=project_id)
    version = train_linker(project=project, tell=run.progress, should_stop=should_stop)
    raised = write_link_doubts(
        project=project,
        tell=lambda done, total: run.progress(done, total, "ranking"),
        pace=Pace(),
    )
    run.report({"links": version.links, "raised": raised, "seconds": version.seconds})


@job(REPLAY_JOB, kind="replay", queue="learning", gives_way=True)
def replay_strategies(run: JobRun, *, project_id: int, strategies: list[str], seeds: int) -> None:
    """Compare strategies on the project's own labels."""
    # As above: torch is the worker's affair.
    from active_learning.services.replay_project import replay_project  # noqa: PLC0415

    def tell(done: int, total: int) -> None:
        run.check_cancelled()
        run.progress(done, total, "replaying")

    kept = replay_project(
        project=Project.objects.get(pk=project_id),
        strategies=strategies,
        seeds=seeds,
        job_id=run.job_id,
        tell=tell,
    )
    run.report({"labels": kept.labels, "target": kept.target, "seconds": kept.seconds})


@job(MAP_JOB, kind="map", queue="learning", gives_way=True)
def draw_project_map(run: JobRun, *, project_id: int) -> None:
    """Draw the map of the project's vectors."""
    # As above: what lays out and places is the worker's affair.
    from active_learning.services.draw_map import draw_map  # noqa: PLC0415

    def tell(done: int, total: int | None, message: str) -> None:
        run.check_cancelled()
        run.progress(done, total, message)

    drawn = draw_map(project=Project.objects.get(pk=project_id), tell=tell)
    run.report({"points": drawn.points, "version": drawn.number, "seconds": drawn.seconds})


@job(SEARCH_JOB, kind="search", queue="learning", gives_way=True)
def find_label_errors(run: JobRun, *, project_id: int) -> None:
    """Look for labels that models which were not taught them speak against."""
    # As above: torch is the worker's affair.
    from active_learning.services.find_label_errors import (  # noqa: PLC0415
        SearchOrder,
        find_label_errors,
    )

    order = SearchOrder(job_id=run.job_id, tell=run.progress, check=run.check_cancelled)
    search = find_label_errors(project=Project.objects.get(pk=project_id), order=order)
    run.report({"annotations": search.annotations, "found": search.found,
                "source": search.source, "seconds": search.seconds})  # fmt: skip


@job(ACCEPT_JOB, kind="accept", queue="learning")
def accept(run: JobRun, *, project_id: int, user_id: int | None = None) -> None:
    """Accept the labels that the stated bound allows today."""
    done = accept_labels(project=Project.objects.get(pk=project_id), user_id=user_id, run=run)
    if done is None:
        run.report({"accepted": 0, "audits": 0})
        return
    run.report({"accepted": done.accepted, "audits": done.audits, "state": done.state})


@job(UNDO_JOB, kind="undo", queue="learning")
def undo_acceptance(
    run: JobRun, *, acceptance_id: int, reason: str, user_id: int | None = None
) -> None:
    """Return the tasks of an acceptance to the queue, and rank them anew."""
    acceptance = Acceptance.objects.select_related("project").get(pk=acceptance_id)
    freed = end_acceptance(acceptance=acceptance, reason=reason, user_id=user_id, tell=run.progress)
    run.report({"freed": freed})
    enqueue_round(project=acceptance.project, trigger="acceptance", rank_only=True)


@chore("active_learning.watch_acceptances", every_s=5, queue="learning")
def watch_audits() -> None:
    """Compare audits that people answered with what was accepted."""
    watch_acceptances()


_watch = LabelWatch()


@chore("active_learning.watch_labels", every_s=1, queue="learning")
def watch_labels() -> None:
    """Start the rounds that new labels made due."""
    _watch.look(now=timezone.now())


@job(TRAINING_JOB, kind="training", queue="learning", gives_way=True)
def train_as_ordered(run: JobRun, *, run_id: int) -> None:
    """Train a model as somebody ordered it; after a crash, from its checkpoint."""
    # As above: torch is the worker's affair.
    from active_learning.services.run_training import run_training  # noqa: PLC0415

    row = TrainingRun.objects.select_related("project", "created_by").get(pk=run_id)
    version = run_training(row=row, job=run)
    run.report({"labels": version.labels, "version": version.number, "training": str(row.pk)})


@job(PRELABEL_JOB, kind="prelabel", queue="learning", gives_way=True)
def prelabel_tasks(run: JobRun, *, project_id: int) -> None:
    """Let a project's pre-labelers propose for its open tasks."""
    report = prelabel_pool(project=Project.objects.get(pk=project_id), run=run)
    run.report(report.as_json())


@job(TRY_JOB, kind="try", queue="learning")
def try_on_some(run: JobRun, *, use_id: int) -> None:
    """Try a pre-labeler on ten tasks."""
    use = PrelabelerUse.objects.select_related("project").get(pk=use_id)
    trial = try_prelabeler(use=use, run=run)
    run.report({"tasks": len(trial["tasks"]), "faults": trial["faults"]})


@chore("active_learning.watch_proposals", every_s=5, queue="learning")
def watch_proposals() -> None:
    """Learn from what people took and left of what was proposed."""
    for project in Project.objects.filter(prelabeler_uses__is_on=True).distinct():
        if teaching_is_due(project):
            enqueue_prelabeling(project=project)


@job(CHECK_JOB, kind="check")
def look_into_plugged(run: JobRun, *, plugged_id: int) -> None:
    """Find out what a brought model takes and gives."""
    plugged = PluggedModel.objects.select_related("project").filter(pk=plugged_id).first()
    if plugged is not None:
        run.progress(0, 1, "checking")
        check_plugged(plugged=plugged)
        run.report({"state": plugged.state, "fault": plugged.fault})


@chore("active_learning.collect_comparisons", every_s=5, queue="learning")
def count_rollouts() -> None:
    """Keep what the serving process compared."""
    collect_comparisons()


@job(EXPORT_JOB, kind="package", queue="learning")
def write_version(run: JobRun, *, version_id: int, precisions: list[str]) -> None:
    """Write a version as files that run elsewhere, each compared with the version first."""
    # As above: onnx is the worker's affair.
    from active_learning.services.export_version import export_version  # noqa: PLC0415

    version = ModelVersion.objects.select_related("project").get(pk=version_id)
    rows = export_version(version=version, precisions=precisions, run=run)
    run.report({"version": version.number, "files": sum(row.passed for row in rows)})
