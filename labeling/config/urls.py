"""The composition of every app's addresses; what is not the API is the single page."""

from django.contrib import admin
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from labeling.config.views import docs, healthz, metrics, page, readyz

handler404 = "labeling.config.views.not_found"
handler500 = "labeling.config.views.broken"
urlpatterns = [
    path("healthz", healthz),
    path("readyz", readyz),
    path("metrics", metrics),
    path("admin/", admin.site.urls),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", docs, name="docs"),
    # Addresses are tried in turn: the short list with the busiest one of programs goes first.
    path("api/", include("active_learning.api.urls")),
    path("api/", include("labeling.api.urls")),
    path("api/", include("annotators.api.urls")),
    path("api/", include("federated.api.urls")),
    path("media/", include("labeling.api.media_urls")),
    re_path(r"^(?!(?:api|media|static|ws)\b).*$", page, name="page"),
]
