"""Stored media: only to members of its project, in ranges, and never run as a page."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from labeling.kernel.downloads import file_response
from labeling.policies import open_asset
from labeling.services.renditions import rendition_of

INLINE = frozenset(
    {
        *("image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"),
        *("audio/mpeg", "audio/wav", "audio/ogg", "audio/flac", "video/mp4", "video/webm"),
        *("audio/mp4", "audio/webm"),
    }
)
"""What a browser may show in place; everything else (HTML, SVG, PDF ...) is a download."""


class AssetView(APIView):
    """One view of one asset."""

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    def get(self, request: Request, asset_id: int, view: str) -> HttpResponseBase:
        """Stream it, or the range asked for; the content never changes."""
        _, asset = open_asset(request.user, asset_id)
        rendition = rendition_of(asset, view, request.query_params.dict())
        return file_response(
            request._request,
            rendition.path,
            name=asset.name,
            mime=rendition.mime,
            inline=rendition.mime in INLINE,
            etag=f'"{asset.sha256[:32]}-{rendition.key}"',
            immutable=True,
        )
