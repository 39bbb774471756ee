"""Twenty class colours that stay apart in the eyes of most people.

Method: of an RGB grid of step 17, colours of CIELAB lightness 36-84 and chroma 24-84 (readable on
the light and on the dark theme, none of them shouting) were seen through four pairs of eyes: full
colour vision and the three common dichromacies, simulated at full severity after Machado, Oliveira
& Fernandes (2009), doi:10.1109/TVCG.2009.113. The distance of two colours is the smallest CIEDE2000
of the four. Farthest-point insertion with exchanges from 600 starts kept the set whose closest
pair is farthest apart. The first eight are the farthest apart, the lighter of them first, which
stand out on both themes. The test beside this module simulates again: at least 10 among all twenty,
14 among the first eight.

`static/src/core/palette.ts` holds the same list.
"""

__all__ = ["PALETTE", "default_color"]

PALETTE: tuple[str, ...] = (
    "#8899ff",
    "#cccc00",
    "#dd6688",
    "#00ddcc",
    "#999900",
    "#5544bb",
    "#226655",
    "#665500",
    "#22aa99",
    "#aaddaa",
    "#6666ee",
    "#884477",
    "#778855",
    "#9988bb",
    "#ddbbff",
    "#777700",
    "#aa3355",
    "#338877",
    "#99bb66",
    "#ff99bb",
)


def default_color(index: int) -> str:
    """The colour of the class at that place; the palette repeats after twenty."""
    return PALETTE[index % len(PALETTE)]
