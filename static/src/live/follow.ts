/** One live line a project, shared by everything on the screen that listens. */
import { ProjectSocket, type LiveEvent } from './socket';

interface Shared {
  readonly socket: ProjectSocket;
  readonly watchers: Set<(event: LiveEvent) => void>;
  /** Said on joining, by type; whoever comes later is told again. */
  readonly greetings: Map<string, LiveEvent>;
  closing: ReturnType<typeof setTimeout> | undefined;
}

/** Long enough to walk from one page of a project to the next. */
const LINGER_MS = 2000;
const lines = new Map<string, Shared>();

/** Calls `watcher` with the project's events until the returned function is called. */
export function follow(project: string, watcher: (event: LiveEvent) => void): () => void {
  const line = lines.get(project) ?? open(project);
  clearTimeout(line.closing);
  line.watchers.add(watcher);
  for (const greeting of line.greetings.values()) watcher(greeting);
  return () => {
    line.watchers.delete(watcher);
    if (!line.watchers.size) line.closing = setTimeout(() => close(project, line), LINGER_MS);
  };
}

function open(project: string): Shared {
  const socket = new ProjectSocket(project);
  const line: Shared = { socket, watchers: new Set(), greetings: new Map(), closing: undefined };
  socket.onEvent((event) => {
    if (event.type === 'hello' || event.type === 'presence') line.greetings.set(event.type, event);
    for (const watcher of [...line.watchers]) watcher(event);
  });
  lines.set(project, line);
  socket.open();
  return line;
}

function close(project: string, line: Shared): void {
  if (line.watchers.size) return;
  lines.delete(project);
  line.socket.close();
}
