"""A version's file: all heads and facts, or a clear refusal."""

import numpy as np
import pytest

from active_learning.embeddings.field import Field
from active_learning.learners.heads import HeadFileError, LinearHead
from active_learning.serving.bundle import Bundle, bundle_key, read_bundle, write_bundle


def head(*classes: str) -> LinearHead:
    columns = len(classes)
    return LinearHead(classes, np.ones((3, columns), np.float32), np.zeros(columns, np.float32))


def bundle(**more: object) -> Bundle:
    return Bundle("box", "thing", (Field("photo", "image"),), "layout", head("", "car"), **more)


def test_every_head_and_fact_comes_back() -> None:
    written = bundle(
        fast=head("a", "b"), more={"sides": head("left", "top")}, facts={"usual_s": 0.5}
    )
    again = read_bundle(write_bundle(written))
    assert again.fields == written.fields
    assert (again.kind, again.label, again.layout) == ("box", "thing", "layout")
    assert again.fast is not None
    assert again.fast.classes == ("a", "b")
    assert again.more["sides"].classes == ("left", "top")
    assert again.facts == {"usual_s": 0.5}
    assert again.heads.main.classes == ("", "car")


def test_the_same_version_has_the_same_key() -> None:
    assert bundle_key(write_bundle(bundle())) == bundle_key(write_bundle(bundle()))


def test_a_file_that_is_cut_off_is_refused() -> None:
    with pytest.raises(HeadFileError):
        read_bundle(write_bundle(bundle())[:-20])
