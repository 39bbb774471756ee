/** One live line a project or federation, shared by everything on the screen that listens. */
import { LiveSocket, type LiveEvent } from './socket';

type Watcher = (event: LiveEvent) => void;

interface Shared {
  readonly socket: LiveSocket;
  readonly watchers: Set<Watcher>;
  /** Said on joining, by type; whoever comes later is told again. */
  readonly greetings: Map<string, LiveEvent>;
  closing: ReturnType<typeof setTimeout> | undefined;
}

/** Long enough to walk from one page of a project to the next. */
const LINGER_MS = 2000;
const lines = new Map<string, Shared>();

/** Calls `watcher` with the project's events until the returned function is called. */
export function follow(project: string, watcher: Watcher): () => void {
  return join(`projects/${project}`, watcher);
}

/** The same for the events of a federation, at its coordinator. */
export function followFederation(id: string, watcher: Watcher): () => void {
  return join(`federation/${id}`, watcher);
}

function join(place: string, watcher: Watcher): () => void {
  const line = lines.get(place) ?? open(place);
  clearTimeout(line.closing);
  line.watchers.add(watcher);
  for (const greeting of line.greetings.values()) watcher(greeting);
  return () => {
    line.watchers.delete(watcher);
    if (!line.watchers.size) line.closing = setTimeout(() => close(place, line), LINGER_MS);
  };
}

function open(place: string): Shared {
  const socket = new LiveSocket(place);
  const line: Shared = { socket, watchers: new Set(), greetings: new Map(), closing: undefined };
  socket.onEvent((event) => {
    if (event.type === 'hello' || event.type === 'presence') line.greetings.set(event.type, event);
    for (const watcher of [...line.watchers]) watcher(event);
  });
  lines.set(place, line);
  socket.open();
  return line;
}

function close(place: string, line: Shared): void {
  if (line.watchers.size) return;
  lines.delete(place);
  line.socket.close();
}
