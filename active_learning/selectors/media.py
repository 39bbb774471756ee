"""The files of assets."""

from django.core.files.storage import default_storage

from labeling.models import Asset


def asset_bytes(asset: Asset) -> bytes:
    """Return the original file's content."""
    with default_storage.open(asset.path) as file:
        content: bytes = file.read()
    return content
