"""Addresses of the labeling API."""

from django.urls import URLPattern, URLResolver, include, path, register_converter

from labeling.api.views.annotations import AnnotationView, HistoryView, ReviewsView
from labeling.api.views.auth import (
    AuthStateView,
    LoginView,
    LogoutView,
    SetupView,
    SignUpView,
    TokenLoginView,
)
from labeling.api.views.bulk_labels import BulkLabelView, BulkWithdrawView
from labeling.api.views.comments import CommentView, ThreadsView, ThreadView
from labeling.api.views.jobs import (
    CancelJobView,
    JobFileView,
    JobsView,
    JobView,
    WorkersView,
)
from labeling.api.views.ontologies import (
    CheckOntologyView,
    DryRunView,
    ReadOntologyView,
    TemplatesView,
)
from labeling.api.views.projects import MembersView, MemberView, ProjectsView, ProjectView
from labeling.api.views.proposals import ProposalsView
from labeling.api.views.tasks import BulkTasksView, PredictionsView, TasksView, TaskView
from labeling.api.views.users import AnonymiseView, MeView, TokensView, TokenView, UsersView
from labeling.api.views.work import (
    DraftView,
    LeaseView,
    NextTaskView,
    OpenTaskView,
    RenewLeaseView,
    SkipView,
    TaskAnnotationsView,
)
from labeling.kernel.wire import IdConverter

register_converter(IdConverter, "id")

PROJECT = "projects/<id:project_id>/"
TASK = "tasks/<id:task_id>/"
ANNOTATION = "annotations/<id:annotation_id>/"
THREAD = f"{TASK}threads/<id:thread_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    # Addresses are tried in turn: those of the annotating loop go first.
    path(f"{PROJECT}tasks/next/", NextTaskView.as_view(), name="task-next"),
    path(f"{TASK}annotations/", TaskAnnotationsView.as_view(), name="task-annotations"),
    path(f"{TASK}draft/", DraftView.as_view(), name="draft"),
    path("auth/state/", AuthStateView.as_view(), name="auth-state"),
    path("auth/setup/", SetupView.as_view(), name="auth-setup"),
    path("auth/signup/", SignUpView.as_view(), name="auth-signup"),
    path("auth/login/", LoginView.as_view(), name="auth-login"),
    path("auth/logout/", LogoutView.as_view(), name="auth-logout"),
    path("auth/token/", TokenLoginView.as_view(), name="auth-token"),
    path("users/", UsersView.as_view(), name="users"),
    path("users/me/", MeView.as_view(), name="me"),
    path("users/me/tokens/", TokensView.as_view(), name="tokens"),
    path("users/me/tokens/<id:token_id>/", TokenView.as_view(), name="token"),
    path("users/<id:user_id>/anonymise/", AnonymiseView.as_view(), name="anonymise"),
    path("templates/", TemplatesView.as_view(), name="templates"),
    path("ontologies/read/", ReadOntologyView.as_view(), name="ontology-read"),
    path("ontologies/check/", CheckOntologyView.as_view(), name="ontology-check"),
    path("projects/", ProjectsView.as_view(), name="projects"),
    path(PROJECT, ProjectView.as_view(), name="project"),
    path(f"{PROJECT}ontology/dry-run/", DryRunView.as_view(), name="ontology-dry-run"),
    path(f"{PROJECT}members/", MembersView.as_view(), name="members"),
    path(f"{PROJECT}members/<str:username>/", MemberView.as_view(), name="member"),
    path(f"{PROJECT}tasks/", TasksView.as_view(), name="tasks"),
    path(f"{PROJECT}tasks/bulk/", BulkTasksView.as_view(), name="tasks-bulk"),
    path(f"{PROJECT}annotations/bulk/", BulkLabelView.as_view(), name="annotations-bulk"),
    path(f"{PROJECT}annotations/bulk/undo/", BulkWithdrawView.as_view(), name="bulk-undo"),
    path(f"{PROJECT}predictions/", PredictionsView.as_view(), name="predictions"),
    path(TASK, TaskView.as_view(), name="task"),
    path(f"{TASK}open/", OpenTaskView.as_view(), name="task-open"),
    path(f"{TASK}proposals/", ProposalsView.as_view(), name="task-proposals"),
    path(f"{TASK}threads/", ThreadsView.as_view(), name="threads"),
    path(THREAD, ThreadView.as_view(), name="thread"),
    path(f"{THREAD}comments/<id:comment_id>/", CommentView.as_view(), name="comment"),
    path(f"{TASK}skip/", SkipView.as_view(), name="task-skip"),
    path("leases/<id:lease_id>/", LeaseView.as_view(), name="lease"),
    path("leases/<id:lease_id>/renew/", RenewLeaseView.as_view(), name="lease-renew"),
    path(ANNOTATION, AnnotationView.as_view(), name="annotation"),
    path(f"{ANNOTATION}history/", HistoryView.as_view(), name="annotation-history"),
    path(f"{ANNOTATION}reviews/", ReviewsView.as_view(), name="annotation-reviews"),
    path("jobs/", JobsView.as_view(), name="jobs"),
    path("jobs/<id:job_id>/", JobView.as_view(), name="job"),
    path("jobs/<id:job_id>/cancel/", CancelJobView.as_view(), name="job-cancel"),
    path("jobs/<id:job_id>/file/", JobFileView.as_view(), name="job-file"),
    path("workers/", WorkersView.as_view(), name="workers"),
    path("", include("labeling.api.import_urls")),
]
