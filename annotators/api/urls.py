"""Addresses of the annotators API."""

from django.urls import path

from annotators.api import routing_urls
from annotators.api.views.explanation import ExplanationView
from annotators.api.views.people import OwnPageView, PersonView
from annotators.api.views.quality import AgreementView, AnnotatorsView, ConsensusView
from annotators.api.views.review import AdjudicationView, ReviewProgressView, ReviewQueueView
from annotators.api.views.tasks import ForecastView, HardTasksView, HotspotsView

QUALITY = "projects/<int:project_id>/quality/"
REVIEWS = "projects/<int:project_id>/reviews/"

urlpatterns = [
    path("projects/<int:project_id>/annotators/", AnnotatorsView.as_view(), name="annotators"),
    path("projects/<int:project_id>/agreement/", AgreementView.as_view(), name="agreement"),
    path("projects/<int:project_id>/consensus/", ConsensusView.as_view(), name="consensus"),
    path(f"{QUALITY}me/", OwnPageView.as_view(), name="quality-me"),
    path(f"{QUALITY}people/<str:username>/", PersonView.as_view(), name="quality-person"),
    path(f"{QUALITY}tasks/", HardTasksView.as_view(), name="quality-tasks"),
    path(f"{QUALITY}hotspots/", HotspotsView.as_view(), name="quality-hotspots"),
    path(f"{QUALITY}forecast/", ForecastView.as_view(), name="quality-forecast"),
    path(f"{REVIEWS}queue/", ReviewQueueView.as_view(), name="review-queue"),
    path(f"{REVIEWS}progress/", ReviewProgressView.as_view(), name="review-progress"),
    path("tasks/<int:task_id>/adjudication/", AdjudicationView.as_view(), name="adjudication"),
    path("tasks/<int:task_id>/consensus/", ExplanationView.as_view(), name="task-consensus"),
    *routing_urls.urlpatterns,
]
