import { describe, expect, it } from 'vitest';
import { Pages } from './pages';

/** A server of `total` numbers, `size` a page, that remembers what it was asked. */
function server(total: number, size = 10) {
  const asked: (string | null)[] = [];
  const ask = async (url: string | null) => {
    asked.push(url);
    const from = Number(url ?? 0);
    const results = Array.from({ length: Math.min(size, total - from) }, (_, at) => from + at);
    const next = from + size < total ? String(from + size) : null;
    return { results, next, previous: null, ...(url === null ? { count: total } : {}) };
  };
  return { asked, pages: new Pages<number>(ask, () => {}) };
}

describe('Pages', () => {
  it('asks for the next page when the end comes into sight', async () => {
    const { asked, pages } = server(25);
    await pages.see(0, 0);
    expect([pages.length, pages.count, pages.complete]).toEqual([10, 25, false]);
    await pages.see(2, 8);
    expect(asked).toEqual([null]);
    await pages.see(2, 9);
    await pages.see(12, 20);
    expect(asked).toEqual([null, '10', '20']);
    expect([pages.length, pages.complete, pages.row(24), pages.row(25)]).toEqual([
      25,
      true,
      24,
      undefined,
    ]);
  });
  it('does not ask twice for what is under way', async () => {
    const { asked, pages } = server(25);
    await Promise.all([pages.see(0, 5), pages.see(0, 5)]);
    expect(asked).toEqual([null]);
  });
  it('gives back far pages and asks for them again when they are seen', async () => {
    const { asked, pages } = server(1000);
    await pages.see(0, 0);
    for (let end = 9; end < 999; end += 10) await pages.see(end - 5, end);
    expect(pages.length).toBe(1000);
    expect(pages.row(3)).toBeUndefined();
    expect([...pages.loaded()].length).toBeLessThan(400);
    await pages.see(0, 8);
    expect(pages.row(3)).toBe(3);
    expect(asked.filter((url) => url === null)).toHaveLength(2);
  });
  it('stops at a problem and goes on when told', async () => {
    let broken = true;
    const pages = new Pages<number>(
      async () => {
        if (broken) throw new Error('down');
        return { results: [1], next: null, previous: null };
      },
      () => {},
    );
    await pages.see(0, 0);
    await pages.see(0, 0);
    expect([pages.length, String(pages.problem)]).toEqual([0, 'Error: down']);
    broken = false;
    await pages.retry();
    expect([pages.row(0), pages.problem]).toEqual([1, null]);
  });
  it('knows an empty list', async () => {
    const { pages } = server(0);
    await pages.see(0, 0);
    expect([pages.length, pages.complete, pages.begun]).toEqual([0, true, true]);
  });
  it('replaces a row wherever it is', async () => {
    const { pages } = server(5);
    await pages.see(0, 0);
    pages.replace((row) => row === 2, 99);
    expect(pages.row(2)).toBe(99);
  });
});
