import { describe, expect, it, vi } from 'vitest';
import { Ledger } from './ledger';

type R = { id: string; x: number };
const r = (id: string, x = 0): R => ({ id, x });
const contents = (doc: Ledger<R>): R[] =>
  [...doc.values()].sort((a, b) => a.id.localeCompare(b.id));

describe('Ledger', () => {
  it('undoes and redoes a creation', () => {
    const doc = new Ledger<R>();
    doc.put(r('a'));
    doc.undo();
    expect(doc.size).toBe(0);
    doc.redo();
    expect(doc.get('a')).toEqual(r('a'));
  });

  it('folds a drag into one step', () => {
    const doc = new Ledger<R>();
    doc.put(r('a'));
    doc.begin();
    for (let x = 1; x <= 100; x++) doc.put(r('a', x));
    doc.commit();
    doc.undo();
    expect(doc.get('a')).toEqual(r('a', 0));
    doc.redo();
    expect(doc.get('a')).toEqual(r('a', 100));
  });

  it('remembers nothing of a gesture that ends where it began', () => {
    const doc = new Ledger<R>();
    doc.begin();
    doc.put(r('a'));
    doc.remove('a');
    doc.commit();
    expect(doc.canUndo).toBe(false);
  });

  it('rolls a failed gesture back', () => {
    const doc = new Ledger<R>();
    doc.put(r('a', 1));
    const fail = (): void =>
      doc.transact(() => {
        doc.put(r('a', 2));
        throw new Error('no');
      });
    expect(fail).toThrow('no');
    expect(doc.get('a')).toEqual(r('a', 1));
  });

  it('makes one step of nested gestures', () => {
    const doc = new Ledger<R>();
    doc.transact(() => {
      doc.put(r('a'));
      doc.transact(() => doc.put(r('b')));
    });
    doc.undo();
    expect(doc.size).toBe(0);
  });

  it('undo in the middle of a gesture takes the gesture back', () => {
    const doc = new Ledger<R>();
    doc.put(r('a', 1));
    doc.begin();
    doc.put(r('a', 2));
    doc.undo();
    expect(doc.get('a')).toEqual(r('a', 1));
    expect(doc.canUndo).toBe(true);
  });

  it('never undoes a colleague', () => {
    const doc = new Ledger<R>();
    doc.receive([['b', undefined, r('b')]]);
    expect(doc.canUndo).toBe(false);
  });

  it('skips, and names, an undo that a colleague has overtaken', () => {
    const doc = new Ledger<R>();
    doc.put(r('a', 1), r('b', 1));
    doc.receive([['a', r('a', 1), r('a', 2)]]);
    const { applied, skipped } = doc.undo();
    expect(applied.map(([id]) => id)).toEqual(['b']);
    expect(skipped.map(([id]) => id)).toEqual(['a']);
    expect(contents(doc)).toEqual([r('a', 2)]);
  });

  it('skips a remote change that starts from something else', () => {
    const doc = new Ledger<R>();
    doc.put(r('a', 1));
    const { skipped } = doc.receive([['a', r('a', 5), r('a', 6)]]);
    expect(skipped).toHaveLength(1);
    expect(doc.get('a')).toEqual(r('a', 1));
  });

  it('forgets the future when something new happens', () => {
    const doc = new Ledger<R>();
    doc.put(r('a'));
    doc.undo();
    doc.put(r('b'));
    doc.redo();
    expect(contents(doc)).toEqual([r('b')]);
  });

  it('does not record a put that changes nothing', () => {
    const doc = new Ledger<R>();
    doc.put(r('a', 1));
    const seen = vi.fn();
    doc.watch(seen);
    doc.put(r('a', 1));
    expect(seen).not.toHaveBeenCalled();
  });

  it('tells watchers exactly what changed, and who did it', () => {
    const doc = new Ledger<R>();
    const seen = vi.fn();
    const stop = doc.watch(seen);
    doc.put(r('a'));
    doc.undo();
    stop();
    doc.redo();
    expect(seen.mock.calls).toEqual([
      [[['a', undefined, r('a')]], 'user'],
      [[['a', r('a'), undefined]], 'history'],
    ]);
  });

  it('any run of edits, undone, is where we started, and redone, where we ended', () => {
    const doc = new Ledger<R>();
    let seed = 7;
    const random = (n: number): number => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % n;
    for (let i = 0; i < 500; i++) {
      const id = `k${random(20)}`;
      if (random(3)) doc.put(r(id, random(99)));
      else doc.remove(id);
    }
    const end = contents(doc);
    while (doc.canUndo) doc.undo();
    expect(doc.size).toBe(0);
    while (doc.canRedo) doc.redo();
    expect(contents(doc)).toEqual(end);
  });
});
