"""Which form an answer takes."""

from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request


class OneRenderer(DefaultContentNegotiation):
    """Answers in the only form a view has, whatever was asked for, instead of not answering."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        """Return the renderer and its media type; among several, DRF chooses."""
        if len(renderers) == 1:
            return renderers[0], renderers[0].media_type
        return super().select_renderer(request, renderers, format_suffix)
