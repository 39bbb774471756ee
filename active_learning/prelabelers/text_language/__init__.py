"""The language that a text is written in."""

from active_learning.prelabelers.base import Card, Need

__all__ = ["CARD"]

CARD = Card(
    id="text_language",
    reads=frozenset({"text", "html", "dialogue"}),
    fills=frozenset({"choice"}),
    module="active_learning.prelabelers.text_language.proposing",
    licence="BSD-3-Clause (py3langid)",
    classes=(
        *("ace", "af", "am", "an", "ar", "ary", "arz", "as", "az", "ba", "bcl", "be", "bg", "bn"),
        *("br", "bs", "ca", "crh", "cs", "cy", "da", "de", "dz", "el", "en", "eo", "es", "et"),
        *("eu", "ext", "fa", "fi", "fo", "fr", "fuv", "fy", "ga", "gcf", "gcr", "gd", "gl", "gom"),
        *("grc", "gu", "gug", "guw", "ha", "hbo", "he", "hi", "hr", "ht", "hu", "hy", "id", "ig"),
        *("is", "it", "ja", "jv", "ka", "kab", "kik", "kk", "km", "kn", "ko", "ku", "ky", "la"),
        *("lb", "lg", "lij", "ln", "lo", "lt", "ltg", "lv", "mg", "mk", "ml", "mn", "mr", "ms"),
        *("mt", "my", "ne", "nl", "nn", "no", "nso", "oc", "om", "or", "pa", "pcm", "pl", "ps"),
        *("pt", "qu", "ro", "ru", "rw", "sa", "sdh", "se", "si", "sk", "sl", "sn", "so", "sq"),
        *("sr", "st", "sv", "sw", "ta", "te", "tg", "th", "tk", "tl", "tr", "tt", "ug", "uk"),
        *("ur", "uz", "uzs", "vec", "vi", "vo", "wa", "wuu", "xh", "yo", "yue", "zh", "zu"),
    ),
    needs=(Need("py3langid", "py3langid"),),
    memory_mb=1_024,
)
