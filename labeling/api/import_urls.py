"""Addresses of imports and exports."""

from django.urls import URLPattern, URLResolver, path

from labeling.api.views.exports import ExportFormatsView, ExportsView
from labeling.api.views.imports import ImportsView, PreviewView

urlpatterns: list[URLPattern | URLResolver] = [
    path("projects/<id:project_id>/imports/preview/", PreviewView.as_view(), name="import-preview"),
    path("projects/<id:project_id>/imports/", ImportsView.as_view(), name="imports"),
    path(
        "projects/<id:project_id>/exports/formats/",
        ExportFormatsView.as_view(),
        name="export-formats",
    ),
    path("projects/<id:project_id>/exports/", ExportsView.as_view(), name="exports"),
]
