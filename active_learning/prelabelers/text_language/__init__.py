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
    also={
        "ar": ("arabic", "阿拉伯语"),
        "de": ("german", "deutsch", "德语"),
        "el": ("greek", "希腊语"),
        "en": ("english", "英语", "英文"),
        "es": ("spanish", "español", "西班牙语"),
        "fr": ("french", "français", "法语"),
        "hi": ("hindi", "印地语"),
        "id": ("indonesian", "印尼语"),
        "it": ("italian", "italiano", "意大利语"),
        "ja": ("japanese", "日语", "日文"),
        "ko": ("korean", "韩语", "韩文"),
        "nl": ("dutch", "荷兰语"),
        "pl": ("polish", "波兰语"),
        "pt": ("portuguese", "português", "葡萄牙语"),
        "ru": ("russian", "俄语", "俄文"),
        "sv": ("swedish", "瑞典语"),
        "th": ("thai", "泰语"),
        "tr": ("turkish", "土耳其语"),
        "uk": ("ukrainian", "乌克兰语"),
        "vi": ("vietnamese", "越南语"),
        "wuu": ("wu chinese", "吴语"),
        "yue": ("cantonese", "粤语"),
        "zh": ("chinese", "mandarin", "中文", "汉语"),
    },
    needs=(Need("py3langid", "py3langid"),),
    memory_mb=1_024,
)
