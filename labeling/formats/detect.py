"""Which format an upload is in: every importer says how sure it is."""

from dataclasses import dataclass

from labeling.formats.base import ImportOptions, Source
from labeling.formats.catalog import IMPORTERS
from labeling.formats.fields import suggest_mapping
from labeling.ontology.parts import FieldType, Ontology

__all__ = ["Guess", "rank_formats"]

LEAST = 0.05
TABLES = frozenset({"csv", "tsv"})
SHOW_TABLES: tuple[FieldType, ...] = ("table", "timeseries")


@dataclass(frozen=True, slots=True)
class Guess:
    """A format and how surely the upload is in it, 0 to 1."""

    id: str
    name: str
    confidence: float


def rank_formats(source: Source, ontology: Ontology | None = None) -> list[Guess]:
    """Return the possible formats, the surest first; of equals the earlier in the catalog.

    Where the project shows tables or series, a table without a column for any field is not a list
    of tasks: it is itself what is shown.
    """
    guesses = [Guess(key, item.name, item.sniff(source)) for key, item in IMPORTERS.items()]
    possible = [guess for guess in guesses if guess.confidence >= LEAST]
    ranked = sorted(possible, key=lambda guess: -guess.confidence)
    if ontology is not None and ranked and _is_one_table(source, ranked[0].id, ontology):
        files = Guess("files", IMPORTERS.get("files").name, 1.0)
        return [files, *(guess for guess in ranked if guess.id != files.id)]
    return ranked


def _is_one_table(source: Source, likeliest: str, ontology: Ontology) -> bool:
    if likeliest not in TABLES or not any(map(ontology.fields_of_type, SHOW_TABLES)):
        return False
    columns = IMPORTERS.get(likeliest).layout(source, ImportOptions()).columns
    found = suggest_mapping(columns, ontology).values()
    return bool(columns) and not any(found)
