"""Numbers as label files write them: short, six decimals at most, no exponent."""

__all__ = ["short"]


def short(value: float) -> str:
    """Return the number without needless zeros, e.g. 0.2, 1, 573.205081."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
