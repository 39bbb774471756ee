"""Addresses of routing, gold and exams."""

from django.urls import path

from annotators.api.views.exams import (
    DecideAttemptView,
    ExamsView,
    ExamView,
    LeaveExamView,
    SkillsView,
    SkillView,
    StartExamView,
)
from annotators.api.views.gold import (
    AnswerGoldView,
    DrawGoldView,
    GoldView,
    PromoteGoldView,
    TaskGoldView,
)
from annotators.api.views.pauses import AppealView, PausesView, PauseView
from annotators.api.views.routing import RoutingView

PROJECT = "projects/<int:project_id>"
EXAM = f"{PROJECT}/exams/<int:exam_id>"

urlpatterns = [
    path(f"{PROJECT}/routing/", RoutingView.as_view(), name="routing"),
    path(f"{PROJECT}/gold/", GoldView.as_view(), name="gold"),
    path(f"{PROJECT}/gold/promote/", PromoteGoldView.as_view(), name="gold-promote"),
    path(f"{PROJECT}/gold/draw/", DrawGoldView.as_view(), name="gold-draw"),
    path("tasks/<int:task_id>/gold/", TaskGoldView.as_view(), name="task-gold"),
    path("tasks/<int:task_id>/gold/answer/", AnswerGoldView.as_view(), name="task-gold-answer"),
    path(f"{PROJECT}/exams/", ExamsView.as_view(), name="exams"),
    path(f"{EXAM}/", ExamView.as_view(), name="exam"),
    path(f"{EXAM}/start/", StartExamView.as_view(), name="exam-start"),
    path(f"{EXAM}/leave/", LeaveExamView.as_view(), name="exam-leave"),
    path(
        f"{PROJECT}/exams/attempts/<int:attempt_id>/",
        DecideAttemptView.as_view(),
        name="exam-attempt",
    ),
    path(f"{PROJECT}/skills/", SkillsView.as_view(), name="skills"),
    path(f"{PROJECT}/skills/<int:qualification_id>/", SkillView.as_view(), name="skill"),
    path(f"{PROJECT}/pauses/", PausesView.as_view(), name="pauses"),
    path(f"{PROJECT}/pauses/appeal/", AppealView.as_view(), name="pause-appeal"),
    path(f"{PROJECT}/pauses/<int:pause_id>/", PauseView.as_view(), name="pause"),
]
