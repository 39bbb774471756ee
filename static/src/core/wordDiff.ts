/**
 * What two texts share and where they differ, word by word (Myers 1986, doi:10.1007/BF01840446).
 * Words are cut as the browser cuts them, so Chinese has words too.
 */
export interface Piece {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}
/** Half open, in UTF-16 units. */
export interface Differing {
  readonly from: number;
  readonly to: number;
}

/** More words changed than this, and the middles simply differ: nobody reads such a mosaic. */
const mostEdits = 600;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

export function wordDiff(before: string, after: string): Piece[] {
  const [a, b] = [cut(before), cut(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  )
    end++;
  return joined([
    ...a.slice(0, start).map((text): Piece => ({ kind: 'same', text })),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map((text): Piece => ({ kind: 'same', text })),
  ]);
}

/** Where each of two texts has what the other has not. */
export function differing(a: string, b: string): { a: Differing[]; b: Differing[] } {
  const found: { a: Differing[]; b: Differing[] } = { a: [], b: [] };
  let [x, y] = [0, 0];
  for (const { kind, text } of wordDiff(a, b)) {
    if (kind === 'gone' && text.trim()) found.a.push({ from: x, to: x + text.length });
    if (kind === 'new' && text.trim()) found.b.push({ from: y, to: y + text.length });
    if (kind !== 'new') x += text.length;
    if (kind !== 'gone') y += text.length;
  }
  return found;
}

const cut = (text: string): string[] => Array.from(words.segment(text), ({ segment }) => segment);

function middle(a: readonly string[], b: readonly string[]): Piece[] {
  const trace = shortest(a, b);
  if (!trace)
    return [
      { kind: 'gone', text: a.join('') },
      { kind: 'new', text: b.join('') },
    ];
  return walkBack(a, b, trace);
}

/** The farthest reach on every diagonal, after each number of edits; null past the limit. */
function shortest(a: readonly string[], b: readonly string[]): Int32Array[] | null {
  const limit = Math.min(a.length + b.length, mostEdits);
  const reach = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits++) {
    trace.push(reach.slice(limit + 1 - edits - 1, limit + 1 + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      let x = isDown(reach, limit + 1, k, edits)
        ? reach[limit + 1 + k + 1]!
        : reach[limit + k]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach[limit + 1 + k] = x;
      if (x >= a.length && x - k >= b.length) return trace;
    }
  }
  return null;
}
const isDown = (reach: Int32Array, zero: number, k: number, edits: number): boolean =>
  k === -edits || (k !== edits && reach[zero + k - 1]! < reach[zero + k + 1]!);

function walkBack(
  a: readonly string[],
  b: readonly string[],
  trace: readonly Int32Array[],
): Piece[] {
  const pieces: Piece[] = [];
  let [x, y] = [a.length, b.length];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    // Each trace holds the diagonals -edits - 1 … edits + 1.
    const reach = trace[edits]!;
    const zero = edits + 1;
    const k = x - y;
    const from = isDown(reach, zero, k, edits) ? k + 1 : k - 1;
    const before = edits ? reach[zero + from]! : 0;
    const beforeY = edits ? before - from : 0;
    while (x > before && y > beforeY && x > 0 && y > 0) {
      pieces.push({ kind: 'same', text: a[--x]! });
      y--;
    }
    if (!edits) break;
    if (x > before) pieces.push({ kind: 'gone', text: a[--x]! });
    else pieces.push({ kind: 'new', text: b[--y]! });
  }
  return pieces.reverse();
}

/**
 * Neighbours of one kind as one; within a run of changes, what is gone stands first. A blank
 * between two changed words is no rest for the eye: it counts as changed too.
 */
function joined(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  let [same, gone, added, blank] = ['', '', '', ''];
  const flush = (): void => {
    if (gone) out.push({ kind: 'gone', text: gone });
    if (added) out.push({ kind: 'new', text: added });
    same += blank;
    [gone, added, blank] = ['', '', ''];
  };
  for (const { kind, text } of pieces) {
    if (kind === 'same') {
      if (gone && added && (blank + text).trim() === '') {
        blank += text;
        continue;
      }
      if (gone || added) flush();
      same += text;
      continue;
    }
    if (same) out.push({ kind: 'same', text: same });
    same = '';
    gone += blank + (kind === 'gone' ? text : '');
    added += blank + (kind === 'new' ? text : '');
    blank = '';
  }
  flush();
  if (same) out.push({ kind: 'same', text: same });
  return out;
}
