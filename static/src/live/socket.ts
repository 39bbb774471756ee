/** A live line to a project or a federation: comes back by itself, and asks for what it missed. */

export interface LiveEvent {
  readonly id: number | null;
  readonly type: string;
  readonly at: string;
  readonly actor: unknown;
  readonly data: Record<string, unknown>;
}
/** What we use of WebSocket, so that tests need none. */
export interface Line {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}
export type Connect = (url: string) => Line;

const firstRetry_ms = 500;
const lastRetry_ms = 30_000;
const ping_ms = 25_000;
/** Refused for good: not signed in, not a member, no such project. */
const refused = new Set([4401, 4403, 4404]);

export class LiveSocket {
  #line: Line | null = null;
  #last: number | null = null;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #heard = true;
  #viewing: string | null = null;
  #closed = false;
  connected = false;
  readonly #watchers = new Set<(event: LiveEvent) => void>();

  constructor(
    /** "projects/7": what the line leads to. */
    readonly place: string,
    readonly connect: Connect = (url) => new WebSocket(url) as unknown as Line,
    readonly origin: string = location.origin.replace(/^http/, 'ws'),
  ) {}

  onEvent(watcher: (event: LiveEvent) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }
  open(): void {
    clearTimeout(this.#retry);
    const after = this.#last === null ? '' : `?after=${this.#last}`;
    const line = this.connect(`${this.origin}/ws/${this.place}/${after}`);
    this.#line = line;
    line.onopen = () => this.#opened();
    line.onmessage = ({ data }) => this.#received(String(data));
    line.onclose = ({ code }) => this.#dropped(line, code);
  }
  /** Tells colleagues which task is on our screen. */
  viewing(task: string | null): void {
    this.#viewing = task;
    if (this.connected) this.#say({ type: 'viewing', task });
  }
  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#ping);
    this.#line?.close();
  }

  #opened(): void {
    this.connected = true;
    this.#tries = 0;
    this.#heard = true;
    if (this.#viewing !== null) this.#say({ type: 'viewing', task: this.#viewing });
    clearInterval(this.#ping);
    this.#ping = setInterval(() => this.#check(), ping_ms);
  }
  /** A line that died without a word (a closed laptop) is noticed by its silence. */
  #check(): void {
    if (!this.#heard) {
      const line = this.#line;
      this.#line?.close();
      if (line) this.#dropped(line, 1006);
      return;
    }
    this.#heard = false;
    this.#say({ type: 'ping' });
  }
  #received(text: string): void {
    this.#heard = true;
    const event = parse(text);
    if (!event) return;
    if (typeof event.id === 'number') {
      // The server may repeat what was already on its way when the line broke.
      if (this.#last !== null && event.id <= this.#last) return;
      this.#last = event.id;
    }
    if (event.type === 'hello' && this.#last === null && typeof event.data.last === 'number')
      this.#last = event.data.last;
    for (const watcher of [...this.#watchers]) watcher(event);
  }
  #dropped(line: Line, code: number): void {
    if (line !== this.#line) return;
    this.connected = false;
    this.#line = null;
    clearInterval(this.#ping);
    if (this.#closed || refused.has(code)) return;
    const wait = Math.min(lastRetry_ms, firstRetry_ms * 2 ** this.#tries++);
    this.#retry = setTimeout(() => this.open(), wait);
  }
  #say(message: object): void {
    this.#line?.send(JSON.stringify(message));
  }
}

function parse(text: string): LiveEvent | null {
  try {
    const event = JSON.parse(text) as LiveEvent;
    return typeof event.type === 'string' ? { ...event, data: event.data ?? {} } : null;
  } catch {
    return null;
  }
}
