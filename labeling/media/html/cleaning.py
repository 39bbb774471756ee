"""HTML of strangers without anything that runs, reaches out, or steps out of its place.

What is left is structure and text: no scripts, handlers, styles, classes, ids, forms, frames, and
no address of any resource. Pictures become placeholders that say their alternative text.
"""

import nh3

__all__ = ["clean_html"]

_KEPT = (
    "a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup dd "
    "del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr "
    "i img ins kbd li main mark nav ol p pre q rp rt ruby s samp section small span strong "
    "sub summary sup table tbody td tfoot th thead time tr u ul var wbr"
)
KEPT = frozenset(_KEPT.split())
_DROPPED = (
    "applet audio base button canvas datalist embed frame frameset iframe input link math "
    "menu meta noembed noframes noscript object option script select style svg template "
    "textarea title video"
)
DROPPED = frozenset(_DROPPED.split())
"""Gone with all that stands in them; of any other unknown element the text stays."""
ATTRIBUTES = {
    "*": {"dir", "lang", "title"},
    "img": {"alt"},
    "ol": {"start", "reversed"},
    "li": {"value"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
    "col": {"span"},
    "colgroup": {"span"},
}


def clean_html(html: str) -> str:
    """Return the fragment, parsed as browsers parse and written out again without faults."""
    return nh3.clean(
        html,
        tags=set(KEPT),
        clean_content_tags=set(DROPPED),
        attributes={name: set(kept) for name, kept in ATTRIBUTES.items()},
        url_schemes=set(),
        link_rel=None,
    )
