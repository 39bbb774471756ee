import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveSocket, type Line, type LiveEvent } from './socket';

class FakeLine implements Line {
  onopen: Line['onopen'] = null;
  onmessage: Line['onmessage'] = null;
  onclose: Line['onclose'] = null;
  readonly said: { type: string; task?: string }[] = [];
  constructor(readonly url: string) {}
  send(text: string): void {
    this.said.push(JSON.parse(text));
  }
  close(): void {
    this.onclose?.({ code: 1000 });
  }
  tell(event: Partial<LiveEvent>): void {
    this.onmessage?.({ data: JSON.stringify({ data: {}, ...event }) });
  }
}
function connect() {
  const lines: FakeLine[] = [];
  const socket = new LiveSocket(
    'projects/7',
    (url) => lines[lines.push(new FakeLine(url)) - 1]!,
    'ws://x',
  );
  const heard: LiveEvent[] = [];
  socket.onEvent((event) => heard.push(event));
  socket.open();
  lines[0]!.onopen?.();
  return { socket, lines, heard };
}

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

test('a broken line comes back and asks for what it missed', async () => {
  const { lines, heard } = connect();
  lines[0]!.tell({ id: 41, type: 'progress' });
  lines[0]!.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(500);
  expect(lines[1]!.url).toBe('ws://x/ws/projects/7/?after=41');
  lines[1]!.onopen?.();
  lines[1]!.tell({ id: 41, type: 'progress' });
  lines[1]!.tell({ id: 42, type: 'progress' });
  expect(heard.map(({ id }) => id)).toEqual([41, 42]);
});

test('a first visit resumes from where the server said it stands', async () => {
  const { lines } = connect();
  lines[0]!.tell({ id: null, type: 'hello', data: { last: 9 } });
  lines[0]!.onclose?.({ code: 1012 });
  await vi.advanceTimersByTimeAsync(500);
  expect(lines[1]!.url).toContain('?after=9');
});

test('it tries later and later, and not at all when it is refused or closed', async () => {
  const { lines, socket } = connect();
  lines[0]!.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(500);
  lines[1]!.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(999);
  expect(lines).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(lines).toHaveLength(3);
  lines[2]!.onclose?.({ code: 4403 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toHaveLength(3);
  socket.close();
});

test('colleagues learn what is on our screen, also after a break', async () => {
  const { lines, socket } = connect();
  socket.viewing('t1');
  expect(lines[0]!.said).toEqual([{ type: 'viewing', task: 't1' }]);
  lines[0]!.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(500);
  lines[1]!.onopen?.();
  expect(lines[1]!.said).toEqual([{ type: 'viewing', task: 't1' }]);
});

test('silence after a ping is taken as a dead line', async () => {
  const { lines } = connect();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(lines[0]!.said.at(-1)?.type).toBe('ping');
  await vi.advanceTimersByTimeAsync(25_000 + 500);
  expect(lines).toHaveLength(2);
});

test('what is not JSON is ignored', () => {
  const { lines, heard } = connect();
  lines[0]!.onmessage?.({ data: 'not json' });
  expect(heard).toEqual([]);
});
