"""Loads JSON or YAML of strangers: no duplicate keys, no alias bombs, no odd YAML 1.1 values."""

import json
import re
from collections.abc import Hashable
from typing import Any, NoReturn

import yaml

from labeling.ontology.problems import OntologyError, Problem

__all__ = ["MAX_CHARACTERS", "load_document"]

MAX_CHARACTERS = 2_000_000
MAX_YAML_CHARACTERS = 200_000  # its parser is pure Python
MAX_YAML_DEPTH = 60
MAX_NODES = 200_000


def load_document(text: str) -> Any:
    """The value that a JSON or YAML text describes.

    Raises
    ------
    OntologyError
        With the line of the fault where it is known.
    """
    if len(text) > MAX_CHARACTERS:
        _refuse(f"has {len(text):,} characters, at most {MAX_CHARACTERS:,} are allowed")
    stripped = text.removeprefix("\ufeff").strip()
    if not stripped:
        _refuse("is empty")
    try:
        return _load_json(stripped) if stripped[0] in "{[" else _load_yaml(stripped)
    except RecursionError:
        _refuse("is nested too deeply")


def _refuse(detail: str, line: int | None = None) -> NoReturn:
    raise OntologyError([Problem("", f"the document {detail}", line)])


def _load_json(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_distinct, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        _refuse(f"is no JSON: {error.msg} at column {error.colno}", error.lineno)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            _refuse(f"holds the key {key[:60]!r} twice in one object")
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    _refuse(f"holds {name}, which is no JSON number")


class _Loader(yaml.SafeLoader):
    """YAML by its 1.2 core schema: `yes`, `no` and `on` are texts, as are dates."""

    yaml_implicit_resolvers: dict[str, Any] = {}
    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        self.depth += 1
        if self.depth > MAX_YAML_DEPTH:
            _refuse(f"is nested more than {MAX_YAML_DEPTH} deep", self.get_mark().line + 1)
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                _refuse("has a key that is no text", line)
            if key.value in seen:
                _refuse(f"holds the key {key.value[:60]!r} twice in one object", line)
            seen.add(key.value)
        return {key.value: self.construct_object(value, deep=True) for key, value in node.value}


for _tag, _pattern, _first in (
    ("null", r"(?:~|null|Null|NULL|)", "~nN"),
    ("bool", r"(?:true|True|TRUE|false|False|FALSE)", "tTfF"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", "-+.0123456789"),
):
    _Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}",
        re.compile(rf"^{_pattern}$"),
        [*_first, *([""] * (_tag == "null"))],
    )


def _construct_int(loader: _Loader, node: yaml.ScalarNode) -> int:
    return int(loader.construct_scalar(node), 10)  # YAML 1.1 would read 010 as octal


def _construct_float(loader: _Loader, node: yaml.ScalarNode) -> float:
    return float(loader.construct_scalar(node))


_Loader.add_constructor("tag:yaml.org,2002:int", _construct_int)
_Loader.add_constructor("tag:yaml.org,2002:float", _construct_float)


def _load_yaml(text: str) -> Any:
    if len(text) > MAX_YAML_CHARACTERS:
        _refuse(f"is too long for YAML (at most {MAX_YAML_CHARACTERS:,} characters); use JSON")
    try:
        return _compose_and_construct(_Loader(text))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        _refuse(f"is neither JSON nor YAML: {error.problem}", line)
    except (yaml.YAMLError, ValueError) as error:
        _refuse(f"is neither JSON nor YAML: {str(error).splitlines()[0][:200]}")


def _compose_and_construct(loader: _Loader) -> Any:
    node = loader.get_single_node()
    if node is None:
        _refuse("is empty")
    if _expanded_size(node, {}) > MAX_NODES:
        _refuse(f"grows beyond {MAX_NODES:,} values through its aliases")
    return loader.construct_document(node)


def _expanded_size(node: yaml.Node, known: dict[int, int]) -> int:
    """Number of values once every alias is written out."""
    if id(node) in known:
        if known[id(node)] == 0:
            _refuse("contains itself through an alias", node.start_mark.line + 1)
        return known[id(node)]
    known[id(node)] = 0
    size = 1
    if isinstance(node, yaml.MappingNode):
        size += sum(_expanded_size(value, known) for _, value in node.value)
    elif isinstance(node, yaml.SequenceNode):
        size += sum(_expanded_size(value, known) for value in node.value)
    known[id(node)] = size
    return size
