/** What lies under a point: ends before bodies, what is selected before what is not. */
import type { Stretch } from './ranges';

/** A region's block in a lane, in screen pixels of the surface. */
export interface Block extends Stretch {
  readonly id: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
export type Part = 'start' | 'end' | 'body';
export interface Hit {
  readonly id: string;
  readonly part: Part;
}

export const grip_px = 6;

/** Half of a narrow block at most is grip, so that its body can always be taken. */
const gripOf = ({ left, right }: Block): number => Math.min(grip_px, (right - left) / 3);

const partAt = (block: Block, x: number): Part | null => {
  // An instant has no ends to take: it moves as a whole.
  if (block.start === block.end) return Math.abs(x - block.left) <= grip_px ? 'body' : null;
  const inside = gripOf(block);
  if (x >= block.left - grip_px && x <= block.left + inside) return 'start';
  if (x >= block.right - inside && x <= block.right + grip_px) return 'end';
  return x > block.left && x < block.right ? 'body' : null;
};

export function hitLane(
  blocks: readonly Block[],
  x: number,
  y: number,
  selected: ReadonlySet<string>,
): Hit | null {
  const rank = ({ id, part }: Hit): number =>
    Number(selected.has(id)) * 2 + Number(part !== 'body');
  const inside = blocks
    .filter(({ top, bottom }) => y >= top && y < bottom)
    .flatMap((block) => {
      const part = partAt(block, x);
      const isOver = x >= block.left && x < block.right;
      return part ? [{ id: block.id, part, isOver, size: block.right - block.left }] : [];
    });
  inside.sort(
    (a, b) => Number(b.isOver) - Number(a.isOver) || rank(b) - rank(a) || a.size - b.size,
  );
  return inside[0] ? { id: inside[0].id, part: inside[0].part } : null;
}

/** Over the medium itself only the ends of selected regions can be taken. */
export function hitEnds(
  blocks: readonly Block[],
  x: number,
  selected: ReadonlySet<string>,
): Hit | null {
  let best: (Hit & { distance: number }) | null = null;
  for (const { id, start, end, left, right } of blocks) {
    if (!selected.has(id)) continue;
    if (start === end) {
      if (Math.abs(left - x) <= grip_px) return { id, part: 'body' };
      continue;
    }
    for (const [part, edge] of [
      ['start', left],
      ['end', right],
    ] as const) {
      const distance = Math.abs(edge - x);
      if (distance <= grip_px && (!best || distance < best.distance)) best = { id, part, distance };
    }
  }
  return best && { id: best.id, part: best.part };
}

/** The regions over a point of the medium, the shortest first. */
export const under = (blocks: readonly Block[], x: number): string[] =>
  blocks
    .filter(({ left, right }) => x >= left - 1 && x <= right + 1)
    .sort((a, b) => a.right - a.left - (b.right - b.left))
    .map(({ id }) => id);
