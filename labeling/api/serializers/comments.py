"""Talks about regions, in and out."""

from typing import Any

from rest_framework import serializers

from labeling.api.serializers.shapes import UserNameShape, user_name
from labeling.kernel.clock import wire_time
from labeling.models import CommentThread
from labeling.models.comment import MAX_REGION_ID, MAX_TEXT


class CommentShape(serializers.Serializer[Any]):
    """One thing said."""

    id = serializers.CharField()
    author = UserNameShape(allow_null=True)
    text = serializers.CharField()
    created_at = serializers.DateTimeField()


class ThreadShape(serializers.Serializer[Any]):
    """The talk about one region of one person's answer."""

    id = serializers.CharField()
    region = serializers.CharField()
    answer_of = UserNameShape()
    is_resolved = serializers.BooleanField()
    comments = CommentShape(many=True)


class SayInput(serializers.Serializer[Any]):
    """Something said: about a region of an annotation, or of one's own draft."""

    region = serializers.CharField(max_length=MAX_REGION_ID)
    annotation = serializers.CharField(required=False, allow_null=True)
    text = serializers.CharField(max_length=MAX_TEXT)


class ThreadChange(serializers.Serializer[Any]):
    """Whether the matter is settled."""

    is_resolved = serializers.BooleanField()


def thread_payload(thread: CommentThread) -> dict[str, Any]:
    """Return the wire shape."""
    said = sorted(thread.comments.all(), key=lambda comment: comment.pk)
    return {
        "id": str(thread.pk),
        "region": thread.region,
        "answer_of": user_name(thread.answer_of),
        "is_resolved": thread.is_resolved,
        "comments": [
            {
                "id": str(comment.pk),
                "author": user_name(comment.author) if comment.author else None,
                "text": comment.text,
                "created_at": wire_time(comment.created_at),
            }
            for comment in said
        ],
    }
