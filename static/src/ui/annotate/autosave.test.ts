import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../live/api';
import { Autosave, type DraftBody } from './autosave';

const body = (n: number): DraftBody => ({
  regions: [],
  relations: [],
  answers: { n },
  lead_time: 0,
});

function setUp(fail: () => ApiError | null = () => null, latency_ms = 0) {
  let n = 0;
  const sent: { n: unknown; revision: number }[] = [];
  const kept: unknown[] = [];
  const autosave = new Autosave(
    {
      read: () => body(n),
      async send({ answers }, revision) {
        if (latency_ms) await new Promise((resolve) => setTimeout(resolve, latency_ms));
        const problem = fail();
        if (problem) throw problem;
        sent.push({ n: (answers as { n: number }).n, revision });
        return { revision: revision + 1 };
      },
      async keep({ answers }) {
        kept.push(answers);
        return true;
      },
      async forget() {
        kept.length = 0;
      },
    },
    0,
  );
  const edit = () => {
    n++;
    autosave.touched();
  };
  return { autosave, edit, sent, kept };
}
const offline = () => new ApiError(0, 'offline', '', '');

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

test('a burst of edits is one save, a moment after the last', async () => {
  const { autosave, edit, sent } = setUp();
  edit();
  await vi.advanceTimersByTimeAsync(300);
  edit();
  await vi.advanceTimersByTimeAsync(399);
  expect([sent, autosave.state.kind]).toEqual([[], 'saving']);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ n: 2, revision: 0 }]);
  expect(autosave.state).toEqual({ kind: 'saved', at: 700 });
});

test('an edit made while saving is saved next, on the new revision', async () => {
  const { autosave, edit, sent } = setUp(() => null, 100);
  edit();
  await vi.advanceTimersByTimeAsync(450);
  edit();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([
    { n: 1, revision: 0 },
    { n: 2, revision: 1 },
  ]);
  expect([autosave.edits, autosave.state.kind]).toEqual([0, 'saved']);
});

test('two reasons to save at once make one request, also while another is under way', async () => {
  const { autosave, edit, sent } = setUp(() => null, 100);
  edit();
  void autosave.flush();
  void autosave.flush(true);
  await vi.advanceTimersByTimeAsync(50);
  edit();
  void autosave.flush();
  void autosave.flush(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([
    { n: 1, revision: 0 },
    { n: 2, revision: 1 },
  ]);
});

test('a page that closes sends at once, before anything is stored here', () => {
  const calls: string[] = [];
  const never = new Promise<never>(() => {});
  const autosave = new Autosave(
    {
      read: () => body(1),
      send: () => (calls.push('send'), never),
      keep: () => (calls.push('keep'), never),
      forget: async () => {},
    },
    0,
  );
  autosave.touched();
  void autosave.flush(true);
  expect(calls).toEqual(['keep', 'send']);
});

test('without network the edits are kept here, counted, and saved when it is back', async () => {
  let up = false;
  const { autosave, edit, sent, kept } = setUp(() => (up ? null : offline()));
  edit();
  await vi.advanceTimersByTimeAsync(400);
  edit();
  edit();
  await vi.advanceTimersByTimeAsync(400);
  expect(autosave.state).toEqual({ kind: 'waiting', kept: true });
  expect([autosave.edits, kept.at(-1)]).toEqual([3, { n: 3 }]);
  up = true;
  await autosave.flush();
  expect(sent).toEqual([{ n: 3, revision: 0 }]);
  expect([autosave.edits, kept]).toEqual([0, []]);
});

test('newer work of another tab is never overwritten: saving stops and asks', async () => {
  const current = { revision: 7, answers: { n: 99 } };
  const { autosave, edit, sent, kept } = setUp(() =>
    autosave.revision === 7 ? null : new ApiError(412, 'stale', '', '', [], current),
  );
  edit();
  await vi.advanceTimersByTimeAsync(400);
  edit();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
  expect(autosave.state).toMatchObject({ kind: 'stale', current: { revision: 7 } });
  expect(kept.at(-1)).toEqual({ n: 2 });
  await autosave.keepMine();
  expect(sent).toEqual([{ n: 2, revision: 7 }]);
});

test('taking the newer draft goes on from its revision', async () => {
  let stale = true;
  const { autosave, edit, sent } = setUp(() => (stale ? new ApiError(412, 'stale', '', '') : null));
  edit();
  await vi.advanceTimersByTimeAsync(400);
  stale = false;
  await autosave.tookTheirs(7);
  expect(autosave.edits).toBe(0);
  edit();
  await vi.advanceTimersByTimeAsync(400);
  expect(sent).toEqual([{ n: 2, revision: 7 }]);
});

test('a refusal is shown and not tried again by itself', async () => {
  let tries = 0;
  const { autosave, edit } = setUp(() => {
    tries++;
    return new ApiError(403, 'forbidden', '', 'The lease is over.');
  });
  edit();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([tries, autosave.state.kind]).toEqual([1, 'refused']);
});

test('after submitting nothing is saved any more, and the save under way is waited for', async () => {
  const { autosave, edit, sent } = setUp(() => null, 100);
  edit();
  await vi.advanceTimersByTimeAsync(400);
  let stopped = false;
  void autosave.stop().then(() => (stopped = true));
  await vi.advanceTimersByTimeAsync(50);
  expect(stopped).toBe(false);
  await vi.advanceTimersByTimeAsync(50);
  edit();
  await vi.advanceTimersByTimeAsync(5000);
  expect([stopped, sent.length]).toEqual([true, 1]);
});
