/** Colours of numbers: one ramp for heights, one for intensities; both read in grey as well. */

const stops: { readonly [name: string]: readonly (readonly [number, number, number])[] } = {
  height: [
    [72, 62, 150],
    [52, 110, 178],
    [38, 158, 160],
    [92, 196, 110],
    [200, 220, 70],
    [252, 200, 70],
  ],
  intensity: [
    [58, 66, 92],
    [90, 110, 150],
    [130, 160, 196],
    [190, 210, 224],
    [255, 250, 235],
  ],
};
export const rampSize = 256;

/** 256 colours as RGBA bytes. */
export function ramp(name: 'height' | 'intensity'): Uint8Array {
  const list = stops[name]!;
  const bytes = new Uint8Array(rampSize * 4);
  for (let i = 0; i < rampSize; i++) {
    const at = (i / (rampSize - 1)) * (list.length - 1);
    const [low, high] = [list[Math.floor(at)]!, list[Math.min(list.length - 1, Math.ceil(at))]!];
    const t = at - Math.floor(at);
    for (let c = 0; c < 3; c++) bytes[4 * i + c] = Math.round(low[c]! + (high[c]! - low[c]!) * t);
    bytes[4 * i + 3] = 255;
  }
  return bytes;
}
export const bytesOf = (colour: string): readonly [number, number, number] => [
  parseInt(colour.slice(1, 3), 16),
  parseInt(colour.slice(3, 5), 16),
  parseInt(colour.slice(5, 7), 16),
];
