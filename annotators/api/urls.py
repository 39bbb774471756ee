"""Addresses of the annotators API."""

from django.urls import path

from annotators.api.views.explanation import ExplanationView
from annotators.api.views.quality import AgreementView, AnnotatorsView, ConsensusView

urlpatterns = [
    path("projects/<int:project_id>/annotators/", AnnotatorsView.as_view(), name="annotators"),
    path("projects/<int:project_id>/agreement/", AgreementView.as_view(), name="agreement"),
    path("projects/<int:project_id>/consensus/", ConsensusView.as_view(), name="consensus"),
    path("tasks/<int:task_id>/consensus/", ExplanationView.as_view(), name="task-consensus"),
]
