"""The words of a medium that has words of its own: a text, a page, a dialogue."""

from active_learning.prelabelers.base import Medium, PrelabelerFault
from labeling.media.dialogue import text_of, turns_of
from labeling.media.html import read_html

__all__ = ["text_of_medium"]


def text_of_medium(medium: Medium) -> str:
    """Return the text in which spans of the field count; of a dialogue, its turns line by line."""
    value = medium.value
    if medium.type == "dialogue":
        return "\n".join(text_of(turn) for turn in turns_of(value))
    if not isinstance(value, str):
        raise PrelabelerFault("no_text", "The field holds no text.")
    return read_html(value).text if medium.type == "html" else value
