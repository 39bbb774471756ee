"""Addresses of stored media."""

from django.urls import re_path

from labeling.api.views.media import AssetView

urlpatterns = [
    re_path(
        r"^assets/(?P<asset_id>[0-9]{1,18})/(?P<variant>original|display|thumb)$",
        AssetView.as_view(),
        name="asset",
    ),
]
