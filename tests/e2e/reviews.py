"""Sixty short reviews in three clear classes, by combination."""

from itertools import product

THINGS = ("The kettle", "This lamp", "The backpack", "My new keyboard", "The garden chair")
SAID = {
    "positive": (
        "is wonderful, I love it and would buy it again.",
        "works perfectly and arrived a day early. Very happy!",
        "is excellent value, beautifully made and a joy to use.",
        "is the best I have ever owned. Great quality.",
    ),
    "neutral": (
        "comes in a brown box with a manual in four languages.",
        "has a cable of one metre and weighs two kilograms.",
        "is sold in three colours and two sizes.",
        "was listed in the spring catalogue on page nine.",
    ),
    "negative": (
        "broke after two days. Terrible quality, avoid it.",
        "is awful: it smells, it rattles, and the refund never came.",
        "arrived damaged and the service was rude. Very disappointed.",
        "is a complete waste of money and stopped working at once.",
    ),
}
CLASS_OF = {
    f"{thing} {words}": name
    for name, said in SAID.items()
    for words, thing in product(said, THINGS)
}
