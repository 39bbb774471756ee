/** From kinds to the colour of each point, as 32-bit words in the order in which they are drawn. */
export interface Painted {
  /** Colours as ImageData has them (ABGR on every machine that runs a browser); 0 is not drawn. */
  readonly colours: Uint32Array;
  /** Points from the back to the front. */
  readonly order: Uint32Array;
}
export interface Look {
  readonly kinds: Uint16Array;
  /** Colour of each kind, #rrggbb; a kind that has none is not drawn. */
  readonly colours: ReadonlyMap<number, string>;
  /** Non-zero where selected; null while nothing is. */
  readonly selected: Uint8Array | null;
  readonly background: string;
}

const DIMMED = 0.22;
const MOST_KINDS = 0x10000;

export function paint({ kinds, colours, selected, background }: Look): Painted {
  const bright = new Uint32Array(MOST_KINDS);
  const dimmed = new Uint32Array(MOST_KINDS);
  for (const [kind, colour] of colours) {
    bright[kind] = wordOf(colour);
    dimmed[kind] = wordOf(mix(background, colour, DIMMED));
  }
  const words = new Uint32Array(kinds.length);
  for (let i = 0; i < kinds.length; i++)
    words[i] = (selected && !selected[i] ? dimmed : bright)[kinds[i]!]!;
  return { colours: words, order: layered(kinds, selected) };
}

/** What is nothing in particular lies at the back, what is selected at the front. */
function layered(kinds: Uint16Array, selected: Uint8Array | null): Uint32Array {
  const layer = (i: number) => (selected?.[i] ? 2 : kinds[i] ? 1 : 0);
  const starts = [0, 0, 0, 0];
  for (let i = 0; i < kinds.length; i++) starts[layer(i) + 1]!++;
  starts[2]! += starts[1]!;
  const order = new Uint32Array(kinds.length);
  for (let i = 0; i < kinds.length; i++) order[starts[layer(i)]!++] = i;
  return order;
}

export function wordOf(colour: string): number {
  const rgb = parseInt(colour.slice(1, 7), 16);
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}

/** `share` of the colour over the ground. */
export function mix(ground: string, colour: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from, to] = [ground, colour].map((one) => parseInt(one.slice(at, at + 2), 16));
    return Math.round(from! + (to! - from!) * share);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
