/** The last events of a project: the live line replays what came after an id, so we ask from a little before now. */
import type { LiveEvent } from '../../live/socket';

/** The server replays at most a thousand; a running job says how far it is twice a second. */
const BACK = 900;
const PATIENCE_MS = 4000;

/** Calls `hear` with each past event up to `last`; the returned function stops early. */
export function pastEvents(
  project: string,
  last: number,
  hear: (event: LiveEvent) => void,
): () => void {
  const origin = location.origin.replace(/^http/, 'ws');
  const line = new WebSocket(`${origin}/ws/projects/${project}/?after=${Math.max(0, last - BACK)}`);
  const stop = () => line.close();
  const timer = setTimeout(stop, PATIENCE_MS);
  line.onclose = () => clearTimeout(timer);
  line.onmessage = ({ data }) => {
    const event = JSON.parse(String(data)) as LiveEvent;
    if (typeof event.id !== 'number') return;
    if (event.id <= last) hear({ ...event, data: event.data ?? {} });
    if (event.id >= last) stop();
  };
  return stop;
}
