"""Addresses of the active_learning API."""

from django.urls import include, path

from active_learning.api.views.acceptance import (
    AcceptancePreviewView,
    AcceptanceView,
    AcceptView,
    AskAuditsView,
    UndoAcceptanceView,
)
from active_learning.api.views.budget import BudgetView
from active_learning.api.views.diagnosis import AccuracyView, CompareView
from active_learning.api.views.embedding_map import MapFactsView, MapPointsView, MapView
from active_learning.api.views.explain import ExplainTaskView, ExplainView
from active_learning.api.views.flows import FlowCheckView, FlowsView, FlowView
from active_learning.api.views.label_errors import (
    DecisionView,
    FindingsFileView,
    FindingsView,
    LabelErrorsView,
)
from active_learning.api.views.learning import ActivateView, LearningView, RankView, TrainView
from active_learning.api.views.ls_ml import (
    LsHealthView,
    LsPredictView,
    LsSetupView,
    LsTrainView,
    LsWebhookView,
)
from active_learning.api.views.plugged import PluggedModelsView, PluggedModelView
from active_learning.api.views.prelabel import PrelabelTaskView, PrelabelView
from active_learning.api.views.prelabelers import (
    PrelabelersView,
    PrelabelerView,
    TryPrelabelerView,
)
from active_learning.api.views.rollout import PromoteView, RolloutView
from active_learning.api.views.segment import SegmentView
from active_learning.api.views.strategies import StrategiesView

PROJECT = "projects/<int:project_id>/"
ACCEPTANCE = f"{PROJECT}learning/acceptance/"
LABEL_STUDIO = "ls-ml/<int:project_id>"

urlpatterns = [
    path(f"{PROJECT}prelabel/", PrelabelView.as_view(), name="prelabel"),
    path(f"{PROJECT}explain/", ExplainView.as_view(), name="explain"),
    path(f"{PROJECT}prelabelers/", PrelabelersView.as_view(), name="prelabelers"),
    path(
        f"{PROJECT}prelabelers/<str:name>/<str:field>/",
        PrelabelerView.as_view(),
        name="prelabeler",
    ),
    path(
        f"{PROJECT}prelabelers/<str:name>/<str:field>/try/",
        TryPrelabelerView.as_view(),
        name="prelabeler-try",
    ),
    path(f"{PROJECT}flows/", FlowsView.as_view(), name="flows"),
    path(f"{PROJECT}flows/check/", FlowCheckView.as_view(), name="flows-check"),
    path(f"{PROJECT}flows/<int:flow_id>/", FlowView.as_view(), name="flow"),
    path(f"{PROJECT}plugged/", PluggedModelsView.as_view(), name="plugged-models"),
    path(f"{PROJECT}plugged/<int:plugged_id>/", PluggedModelView.as_view(), name="plugged-model"),
    # Label Studio writes no slash at the end of the addresses it asks.
    path(f"{LABEL_STUDIO}/health", LsHealthView.as_view(), name="ls-ml-health"),
    path(f"{LABEL_STUDIO}/setup", LsSetupView.as_view(), name="ls-ml-setup"),
    path(f"{LABEL_STUDIO}/predict", LsPredictView.as_view(), name="ls-ml-predict"),
    path(f"{LABEL_STUDIO}/train", LsTrainView.as_view(), name="ls-ml-train"),
    path(f"{LABEL_STUDIO}/webhook", LsWebhookView.as_view(), name="ls-ml-webhook"),
    path(f"{PROJECT}learning/rollout/", RolloutView.as_view(), name="rollout"),
    path(f"{PROJECT}learning/rollout/promote/", PromoteView.as_view(), name="rollout-promote"),
    path(f"{PROJECT}learning/", LearningView.as_view(), name="learning"),
    path(f"{PROJECT}learning/train/", TrainView.as_view(), name="learning-train"),
    path(f"{PROJECT}learning/rank/", RankView.as_view(), name="learning-rank"),
    path(f"{PROJECT}learning/plan/", BudgetView.as_view(), name="budget"),
    path(f"{PROJECT}learning/errors/", LabelErrorsView.as_view(), name="label-errors"),
    path(f"{PROJECT}learning/errors/findings/", FindingsView.as_view(), name="findings"),
    path(f"{PROJECT}learning/errors/file/", FindingsFileView.as_view(), name="findings-file"),
    path(
        f"{PROJECT}learning/errors/findings/<int:finding_id>/<str:verb>/",
        DecisionView.as_view(),
        name="finding-decision",
    ),
    path(ACCEPTANCE, AcceptanceView.as_view(), name="acceptance"),
    path(f"{ACCEPTANCE}preview/", AcceptancePreviewView.as_view(), name="acceptance-preview"),
    path(f"{ACCEPTANCE}accept/", AcceptView.as_view(), name="acceptance-accept"),
    path(f"{ACCEPTANCE}audits/", AskAuditsView.as_view(), name="acceptance-audits"),
    path(
        f"{ACCEPTANCE}<int:acceptance_id>/undo/",
        UndoAcceptanceView.as_view(),
        name="acceptance-undo",
    ),
    path(f"{PROJECT}learning/strategies/", StrategiesView.as_view(), name="learning-strategies"),
    path(
        f"{PROJECT}learning/versions/<int:version_id>/activate/",
        ActivateView.as_view(),
        name="learning-activate",
    ),
    path(f"{PROJECT}learning/accuracy/", AccuracyView.as_view(), name="learning-accuracy"),
    path(f"{PROJECT}learning/versions/compare/", CompareView.as_view(), name="versions-compare"),
    path(f"{PROJECT}learning/map/", MapView.as_view(), name="learning-map"),
    path(f"{PROJECT}learning/map/<int:number>/points/", MapPointsView.as_view(), name="map-points"),
    path(f"{PROJECT}learning/map/<int:number>/facts/", MapFactsView.as_view(), name="map-facts"),
    path("tasks/<int:task_id>/segment/", SegmentView.as_view(), name="task-segment"),
    path("tasks/<int:task_id>/explain/", ExplainTaskView.as_view(), name="task-explain"),
    path(f"{PROJECT}models/", include("active_learning.api.shelf_urls")),
    path("tasks/<int:task_id>/prelabel/", PrelabelTaskView.as_view(), name="task-prelabel"),
]
