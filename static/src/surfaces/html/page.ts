/**
 * The page of a task as elements of ours. The server has cleaned it (labeling/media/html), so that
 * structure and text are left. Here it is cleaned once more by other means, in case the server's
 * browser and this one read some markup differently: what comes of it has no attribute that could
 * run, reach out, style, or be found by a name.
 */
import createPurifier from 'dompurify';

/** As in labeling/media/html/cleaning.py, less what the server replaces. */
const tags = (
  'a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup dd del ' +
  'dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i ins kbd li ' +
  'main mark nav ol p pre q rp rt ruby s samp section small span strong sub sup table tbody ' +
  'td tfoot th thead time tr u ul var wbr'
).split(' ');
const attributes = [
  'data-at',
  'data-picture',
  'dir',
  'lang',
  'title',
  'colspan',
  'rowspan',
  'scope',
  'start',
  'reversed',
  'value',
  'span',
  'role',
  'aria-label',
];

export function buildPage(page: string): DocumentFragment {
  const fragment = createPurifier.sanitize(page, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  return document.importNode(fragment, true);
}
