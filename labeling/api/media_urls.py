"""Addresses of stored media."""

from django.urls import path

from labeling.api.views.media import AssetView

urlpatterns = [
    path("assets/<id:asset_id>/<str:view>", AssetView.as_view(), name="asset"),
]
