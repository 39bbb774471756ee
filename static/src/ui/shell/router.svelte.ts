/** Where we are: the address bar as state, links without reloading, and a say for pages with unsaved work. */
import { matchRoute } from './routes';

type Guard = () => boolean;

let guard: Guard | null = null;
let path = $state(location.pathname);
let search = $state(location.search);
const match = $derived(matchRoute(path));

export const router = {
  get path() {
    return path;
  },
  get query() {
    return new URLSearchParams(search);
  },
  get match() {
    return match;
  },
};

export function navigate(to: string, { replace = false } = {}): void {
  if (guard && !guard()) return;
  guard = null;
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  read();
  window.scrollTo(0, 0);
}

/** Change the query of this page, without a step in the history. */
export function setQuery(change: Record<string, string | null>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(change)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const text = query.toString();
  history.replaceState(null, '', location.pathname + (text ? `?${text}` : ''));
  read();
}

/** Ask before leaving; `mayLeave` answers whether to go on. Returns the release. */
export function guardLeaving(mayLeave: Guard): () => void {
  guard = mayLeave;
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', warn);
  return () => {
    if (guard === mayLeave) guard = null;
    removeEventListener('beforeunload', warn);
  };
}

export function startRouter(): void {
  addEventListener('popstate', read);
  document.addEventListener('click', (event) => {
    const to = ownLink(event);
    if (to === null) return;
    event.preventDefault();
    navigate(to);
  });
}

function read(): void {
  path = location.pathname;
  search = location.search;
}

const SERVERS_OWN = /^\/(api(?!\/docs)|admin|media|static|metrics|healthz|readyz)(\/|$)/;

/** The address of a plain click on a link that is ours to show. */
function ownLink(event: MouseEvent): string | null {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return null;
  const to = new URL(link.href);
  if (to.origin !== location.origin || SERVERS_OWN.test(to.pathname)) return null;
  if (to.hash && to.pathname === location.pathname) return null;
  return to.pathname + to.search + to.hash;
}
