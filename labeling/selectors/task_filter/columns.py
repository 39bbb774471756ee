"""Columns of a task's data as numbers or text, on both databases; names never become SQL."""

import json
from typing import Any

from django.db.models import CharField, F, FloatField, Func, SmallIntegerField
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Left

NUMBER = r"^\s*[+-]?([0-9]{1,60}(\.[0-9]{0,60})?|\.[0-9]{1,60})([eE][+-]?[0-9]{1,2})?\s*$"
"""What a text must look like to count as a number; bounded, so that no cast overflows."""
MAX_SORTED = 200


class DataNumber(Func):
    """The number in a data column: a JSON number, or a text that is one; else null."""

    output_field = FloatField()

    def __init__(self, name: str) -> None:
        super().__init__(F("data"))
        self.name = name

    def as_sqlite(self, compiler: Any, connection: Any, **_: Any) -> tuple[str, tuple[Any, ...]]:
        """JSON_TYPE tells numbers from text; REGEXP is Django's own function."""
        column, _params = compiler.compile(self.source_expressions[0])
        path = f"$.{json.dumps(self.name)}"
        sql = (
            f"(CASE JSON_TYPE({column}, %s)"
            f" WHEN 'integer' THEN CAST(JSON_EXTRACT({column}, %s) AS REAL)"
            f" WHEN 'real' THEN CAST(JSON_EXTRACT({column}, %s) AS REAL)"
            f" WHEN 'text' THEN CASE WHEN JSON_EXTRACT({column}, %s) REGEXP %s"
            f" THEN CAST(TRIM(JSON_EXTRACT({column}, %s)) AS REAL) END END)"
        )
        return sql, (path, path, path, path, NUMBER, path)

    def as_postgresql(
        self, compiler: Any, connection: Any, **_: Any
    ) -> tuple[str, tuple[Any, ...]]:
        """CASE guards the casts: only what is a number is cast."""
        column, _params = compiler.compile(self.source_expressions[0])
        sql = (
            f"(CASE jsonb_typeof({column} -> %s::text)"
            f" WHEN 'number' THEN CASE WHEN abs(({column} ->> %s::text)::numeric) < 1e300"
            f" THEN ({column} ->> %s::text)::float8 END"
            f" WHEN 'string' THEN CASE WHEN ({column} ->> %s::text) ~ %s"
            f" THEN trim({column} ->> %s::text)::float8 END END)"
        )
        return sql, (self.name, self.name, self.name, self.name, NUMBER, self.name)


class DataType(Func):
    """1 where a data column holds text, else null."""

    output_field = SmallIntegerField()

    def __init__(self, name: str) -> None:
        super().__init__(F("data"))
        self.name = name

    def as_sqlite(self, compiler: Any, connection: Any, **_: Any) -> tuple[str, tuple[Any, ...]]:
        """Return 1 for text."""
        column, _params = compiler.compile(self.source_expressions[0])
        path = f"$.{json.dumps(self.name)}"
        return f"(CASE JSON_TYPE({column}, %s) WHEN 'text' THEN 1 END)", (path,)

    def as_postgresql(
        self, compiler: Any, connection: Any, **_: Any
    ) -> tuple[str, tuple[Any, ...]]:
        """Return 1 for text."""
        column, _params = compiler.compile(self.source_expressions[0])
        sql = f"(CASE jsonb_typeof({column} -> %s::text) WHEN 'string' THEN 1 END)"
        return sql, (self.name,)


def data_text(name: str) -> KeyTextTransform:
    """Return a data column as text, whatever it holds."""
    return KeyTextTransform(name, F("data"))


def sortable_text(name: str) -> Left:
    """Return the beginning of a data column's text: enough to sort by, short enough to page by."""
    return Left(KeyTextTransform(name, F("data")), MAX_SORTED, output_field=CharField())
