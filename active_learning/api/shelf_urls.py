"""Addresses of the model shelf and of training jobs, below projects/<id>/models/."""

from django.urls import path

from active_learning.api.views.shelf import (
    ArchiveView,
    CardView,
    ExportFileView,
    ExportsView,
    FairnessView,
    ReleaseView,
    RollBackView,
    ShelfView,
    UseVersionView,
    VersionView,
)
from active_learning.api.views.training_runs import (
    AlterationsView,
    CancelTrainingView,
    ResumeTrainingView,
    SliceView,
    TrainingFormView,
    TrainingRunsView,
    TrainingRunView,
)

VERSION = "<int:version_id>/"
RUN = "runs/<int:run_id>/"

urlpatterns = [
    path("", ShelfView.as_view(), name="shelf"),
    path("form/", TrainingFormView.as_view(), name="training-form"),
    path("slice/", SliceView.as_view(), name="training-slice"),
    path("alterations/", AlterationsView.as_view(), name="alterations"),
    path("roll-back/", RollBackView.as_view(), name="roll-back"),
    path("release/", ReleaseView.as_view(), name="release-version"),
    path("runs/", TrainingRunsView.as_view(), name="training-runs"),
    path(RUN, TrainingRunView.as_view(), name="training-run"),
    path(f"{RUN}cancel/", CancelTrainingView.as_view(), name="cancel-training"),
    path(f"{RUN}resume/", ResumeTrainingView.as_view(), name="resume-training"),
    path(VERSION, VersionView.as_view(), name="version"),
    path(f"{VERSION}card/", CardView.as_view(), name="model-card"),
    path(f"{VERSION}fairness/", FairnessView.as_view(), name="version-fairness"),
    path(f"{VERSION}promote/", UseVersionView.as_view(), name="use-version"),
    path(f"{VERSION}exports/", ExportsView.as_view(), name="version-exports"),
    path(
        f"{VERSION}exports/<str:precision>/", ExportFileView.as_view(), name="version-export-file"
    ),
    path(f"{VERSION}<str:verb>/", ArchiveView.as_view(), name="archive-version"),
]
