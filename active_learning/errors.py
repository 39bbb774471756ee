"""Why a round of learning, or a training job, ended before its end."""

from labeling.kernel.jobs import JobFailed

__all__ = ["ExportFailed", "RoundFailed", "RoundRunning", "RoundSuperseded", "TrainingFailed"]


class RoundFailed(JobFailed):
    """A round that could not go on; `code` names the cause, the sentence the remedy."""

    code = "round_failed"


class RoundRunning(Exception):
    """Another worker runs a round of this project."""


class RoundSuperseded(Exception):
    """The ontology or the project went away under the round; the next one learns the new one."""


class TrainingFailed(JobFailed):
    """A training job that cannot go on; `code` names the cause, the sentence the remedy."""

    code = "training_failed"


class ExportFailed(JobFailed):
    """A version that cannot be written as a file; `code` names the cause."""

    code = "export_failed"
