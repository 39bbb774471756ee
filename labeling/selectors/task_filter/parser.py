"""Parses a filter into a tree: or, and, not, comparisons."""

from dataclasses import dataclass

from labeling.errors import BadFilter
from labeling.selectors.task_filter.lexer import Token, tokens

MAX_DEPTH = 30


@dataclass(frozen=True, slots=True)
class Literal:
    """A value as written."""

    text: str
    is_number: bool
    position: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """`field op value`; `in` holds several values."""

    field: str
    operator: str
    values: tuple[Literal, ...]
    position: int


@dataclass(frozen=True, slots=True)
class Call:
    """`similar_to(12)`."""

    name: str
    values: tuple[Literal, ...]
    position: int


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite."""

    inner: "Node"


@dataclass(frozen=True, slots=True)
class All:
    """Everything of these."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Any:
    """At least one of these."""

    parts: tuple["Node", ...]


Node = Comparison | Call | Not | All | Any


def parse(text: str) -> Node | None:
    """Return the tree of a filter, None of an empty one."""
    if not text.strip():
        return None
    return _Parser(tokens(text)).whole()


class _Parser:
    """Recursive descent; `or` binds weaker than `and`, `not` strongest."""

    def __init__(self, found: list[Token]) -> None:
        self._tokens = found
        self._at = 0
        self._depth = 0

    def whole(self) -> Node:
        node = self._any()
        if self._next.kind != "end":
            raise BadFilter("write `and` or `or` between conditions", self._next.position, "no_and")
        return node

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        token = self._next
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token

    def _any(self) -> Node:
        parts = [self._all()]
        while self._next.is_word("or"):
            self._take()
            parts.append(self._all())
        return parts[0] if len(parts) == 1 else Any(tuple(parts))

    def _all(self) -> Node:
        parts = [self._one()]
        while self._next.is_word("and"):
            self._take()
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def _one(self) -> Node:
        token = self._next
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise BadFilter("too many parentheses", token.position, "too_deep")
        try:
            if token.is_word("not"):
                self._take()
                return Not(self._one())
            if token.kind == "open":
                return self._parenthesis()
            return self._comparison()
        finally:
            self._depth -= 1

    def _parenthesis(self) -> Node:
        opened = self._take()
        node = self._any()
        if self._next.kind != "close":
            raise BadFilter("this parenthesis is never closed", opened.position, "open_parenthesis")
        self._take()
        return node

    def _comparison(self) -> Node:
        field = self._take()
        if field.kind not in {"word", "string"} or field.is_word("and", "or"):
            raise BadFilter("a field name is missing here", field.position, "no_field")
        if field.kind == "word" and self._next.kind == "open":
            return Call(field.text.lower(), self._values(), field.position)
        operator = self._take()
        if operator.is_word("in"):
            return Comparison(field.text, "in", self._values(), field.position)
        if operator.is_word("not") and self._next.is_word("in"):
            self._take()
            return Not(Comparison(field.text, "in", self._values(), field.position))
        if operator.kind != "operator":
            raise BadFilter(
                "an operator is missing here (= != < <= > >= ~ in)",
                operator.position,
                "no_operator",
            )
        return Comparison(field.text, operator.text, (self._value(),), field.position)

    def _values(self) -> tuple[Literal, ...]:
        opened = self._take()
        if opened.kind != "open":
            raise BadFilter("list the values in parentheses", opened.position, "no_list")
        values = [self._value()]
        while self._next.kind == "comma":
            self._take()
            values.append(self._value())
        if self._next.kind != "close":
            raise BadFilter("this parenthesis is never closed", opened.position, "open_parenthesis")
        self._take()
        return tuple(values)

    def _value(self) -> Literal:
        token = self._take()
        if token.kind not in {"word", "string", "number"} or token.is_word("and", "or"):
            raise BadFilter("a value is missing here", token.position, "no_value")
        return Literal(token.text, token.kind == "number", token.position)
