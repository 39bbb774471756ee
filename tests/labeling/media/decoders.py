"""Calls a decoder in this process, as a decoder process would."""

import importlib

from labeling.media import MEDIA
from labeling.media.decoding.order import Order
from labeling.media.parameters import read_parameters


def probe_as(field_type, path):
    """Return what a file is as a medium of that type."""
    return importlib.import_module(MEDIA[field_type].decoder).probe(path)


def render(field_type, view, source, out, **given):
    """Write a view and return its media type."""
    kind = MEDIA[field_type]
    values = read_parameters(kind.views[view], {name: str(v) for name, v in given.items()})
    folder = out.parent / f"{out.name}-shared"
    return importlib.import_module(kind.decoder).VIEWS[view](Order(source, out, folder, values))
