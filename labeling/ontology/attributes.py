"""Checks the attribute values that a region, or a keyframe of a track, carries."""

from collections.abc import Iterable, Mapping, Sequence

from labeling.ontology.answers import is_blank
from labeling.ontology.classes import fault_of_attribute_value
from labeling.ontology.parts import Attribute
from labeling.ontology.problems import Problems, pointer

__all__ = ["check_attributes", "check_required_attributes"]


def check_attributes(
    attributes: Sequence[Attribute], values: object, where: str, problems: Problems
) -> None:
    """Note values of unknown attributes, and values that do not fit; blank ones are not given."""
    if values is None or (not attributes and not values):
        return
    if not isinstance(values, Mapping):
        problems.add(f"{where}/attributes", "must be an object of attribute id to value")
        return
    known = {attribute.id: attribute for attribute in attributes}
    for key, value in values.items():
        attribute = known.get(key)
        if attribute is None:
            said = "no such attribute here"
        elif is_blank(value):
            continue
        else:
            said = fault_of_attribute_value(attribute, value) or ""
        if said:
            problems.add(where + pointer("attributes", str(key)), said)


def check_required_attributes(
    attributes: Sequence[Attribute], given: Iterable[object], where: str, problems: Problems
) -> None:
    """Note required attributes that none of the given objects answers."""
    required = [attribute for attribute in attributes if attribute.required]
    if not required:
        return
    objects = [values for values in given if isinstance(values, Mapping)]
    for attribute in required:
        if all(is_blank(values.get(attribute.id)) for values in objects):
            problems.add(where + pointer("attributes", attribute.id), "is required")
