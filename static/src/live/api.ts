/** The one door to the server: JSON over fetch with CSRF, problem+json as ApiError, ETags, idempotency, keyset pages. */
import type { Page, Place } from './types';

export interface Call {
  query?: Record<string, string | number | boolean | null | undefined>;
  /** Sent as If-Match: the ETag or revision this edit was made from. */
  ifMatch?: string | number | undefined;
  /** Makes a repeat of this write answer as the first did; see newKey(). */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Lets the request outlive the page (the last save of a closing tab). */
  keepalive?: boolean | undefined;
}
export interface Tagged<T> {
  data: T;
  etag: string;
}

/** What the server refused and why, in the server's own words; status 0 means it was not reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly title: string,
    readonly detail: string,
    readonly errors: Place[] = [],
    /** The server's present state, sent with 412 (a stale edit). */
    readonly current: unknown = undefined,
    /** How long to wait before the next try, where the server says so. */
    readonly retryAfter: number | null = null,
    /** What the words of its code name. */
    readonly params: Place['params'] = {},
  ) {
    super(detail || title);
    this.name = 'ApiError';
  }

  get offline(): boolean {
    return this.status === 0;
  }
}

let csrfToken = '';
let onSignedOut: () => void = () => {};

export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** Called when any call answers that nobody is signed in. */
export function whenSignedOut(handler: () => void): void {
  onSignedOut = handler;
}

/** A fresh Idempotency-Key. */
export function newKey(): string {
  return (
    crypto.randomUUID?.() ??
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
  );
}

export const api = {
  get: <T>(path: string, call: Call = {}) =>
    send<T>('GET', path, undefined, call).then((answer) => answer.data),
  getTagged: <T>(path: string, call: Call = {}) => send<T>('GET', path, undefined, call),
  post: <T>(path: string, body?: unknown, call: Call = {}) =>
    send<T>('POST', path, body, call).then((answer) => answer.data),
  put: <T>(path: string, body?: unknown, call: Call = {}) =>
    send<T>('PUT', path, body, call).then((answer) => answer.data),
  patch: <T>(path: string, body?: unknown, call: Call = {}) =>
    send<T>('PATCH', path, body, call).then((answer) => answer.data),
  patchTagged: <T>(path: string, body?: unknown, call: Call = {}) =>
    send<T>('PATCH', path, body, call),
  delete: <T = void>(path: string, call: Call = {}) =>
    send<T>('DELETE', path, undefined, call).then((answer) => answer.data),
  /** A view of a file that is no JSON: peaks, a tile, points. */
  getBytes: (path: string, call: Call = {}) =>
    ask('GET', path, undefined, call).then((response) => response.arrayBuffer()),
  /** The page a keyset list gave as `next` or `previous`; only its path is used, so a proxy's host cannot mislead us. */
  page: <T>(url: string, call: Call = {}) => {
    const { pathname, search } = new URL(url, location.origin);
    return api.get<Page<T>>(pathname + search, call);
  },
};

/** Every page of a list, for the few lists that are short (members, templates, tokens). */
export async function listAll<T>(path: string, call: Call = {}): Promise<T[]> {
  let page = asPage(await api.get<Page<T> | T[]>(path, call));
  const all = [...page.results];
  while (page.next) {
    page = await api.page<T>(page.next, { signal: call.signal });
    all.push(...page.results);
  }
  return all;
}

/** Some short lists come as plain arrays. */
export function asPage<T>(answer: Page<T> | T[]): Page<T> {
  return Array.isArray(answer) ? { results: answer, next: null, previous: null } : answer;
}

async function send<T>(
  method: string,
  path: string,
  body: unknown,
  call: Call,
): Promise<Tagged<T>> {
  const response = await ask(method, path, body, call);
  const data = response.status === 204 ? null : await response.json();
  return { data: data as T, etag: response.headers.get('ETag') ?? '' };
}

/** A good answer, or the problem it told as ApiError. */
async function ask(method: string, path: string, body: unknown, call: Call): Promise<Response> {
  const response = await fetch(address(path, call.query), {
    method,
    headers: headersFor(method, body, call),
    body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
    credentials: 'same-origin',
    signal: call.signal ?? null,
    keepalive: call.keepalive ?? false,
  }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(0, 'offline', 'offline', '');
  });
  if (!response.ok) throw await readProblem(response);
  return response;
}

function address(path: string, query: Call['query']): string {
  const pairs = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  if (!pairs.length) return path;
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  return `${path}${path.includes('?') ? '&' : '?'}${search}`;
}

function headersFor(method: string, body: unknown, call: Call): Headers {
  const headers = new Headers({ Accept: 'application/json, application/problem+json' });
  if (body !== undefined && !(body instanceof FormData))
    headers.set('Content-Type', 'application/json');
  if (method !== 'GET') headers.set('X-CSRFToken', cookie('csrftoken') || csrfToken);
  if (call.ifMatch !== undefined) headers.set('If-Match', quoted(String(call.ifMatch)));
  if (call.key) headers.set('Idempotency-Key', call.key);
  return headers;
}

function quoted(tag: string): string {
  return /^(W\/)?".*"$|^\*$/.test(tag) ? tag : `"${tag}"`;
}

function cookie(name: string): string {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : '';
}

async function readProblem(response: Response): Promise<ApiError> {
  const problem = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const text = (name: string) =>
    typeof problem[name] === 'string' ? (problem[name] as string) : '';
  const code = text('code') || `http_${response.status}`;
  if (response.status === 401 || code === 'not_authenticated') onSignedOut();
  const errors = Array.isArray(problem.errors) ? (problem.errors as Place[]) : [];
  return new ApiError(
    response.status,
    code,
    text('title') || response.statusText,
    text('detail'),
    errors,
    problem.current,
    typeof problem.retry_after_s === 'number' ? problem.retry_after_s : null,
    (problem.params ?? {}) as Place['params'],
  );
}
