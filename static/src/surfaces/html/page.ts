/**
 * The page of a task as elements of ours. The server has cleaned it (labeling/media/html), so that
 * structure and text are left. Here it is cleaned once more by other means, in case the server's
 * browser and this one read some markup differently: what comes of it has no attribute that could
 * run, reach out, style, or be found by a name.
 */
import createPurifier from 'dompurify';

const kept = [
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
    USE_PROFILES: { html: true },
    FORBID_TAGS: [
      'style',
      'form',
      'input',
      'button',
      'textarea',
      'select',
      'img',
      'audio',
      'video',
    ],
    ALLOWED_ATTR: kept,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  return document.importNode(fragment, true);
}
