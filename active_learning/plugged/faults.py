"""Why a brought model cannot be used."""

from typing import Any

__all__ = ["PlugFault"]


class PlugFault(Exception):
    """A model, or an answer of it, that cannot be used.

    `code` and `params` are for the clients' catalogues (`plugged.fault.<code>`), `detail` says it
    in English, with the remedy.
    """

    def __init__(self, code: str, detail: str, **params: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.params = params

    def as_json(self) -> dict[str, Any]:
        """Return the wire shape."""
        return {"code": self.code, "detail": self.detail, "params": self.params}
