/**
 * Twenty class colours, far apart for normal and for colour-blind eyes, the first few farthest.
 * labeling/ontology/palette.py holds the same list and says how it was found; a test keeps them equal.
 */
export const palette = [
  '#8899ff',
  '#cccc00',
  '#dd6688',
  '#00ddcc',
  '#999900',
  '#5544bb',
  '#226655',
  '#665500',
  '#22aa99',
  '#aaddaa',
  '#6666ee',
  '#884477',
  '#778855',
  '#9988bb',
  '#ddbbff',
  '#777700',
  '#aa3355',
  '#338877',
  '#99bb66',
  '#ff99bb',
] as const;

export const paletteColour = (index: number): string =>
  palette[((index % palette.length) + palette.length) % palette.length]!;

/** Black or white, whichever reads better on the colour (WCAG relative luminance). */
export function inkOn(colour: string): '#000000' | '#ffffff' {
  const [r, g, b] = [1, 3, 5].map((at) => linear(parseInt(colour.slice(at, at + 2), 16) / 255));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 0.179 ? '#000000' : '#ffffff';
}

/** The same for a colour that people wrote: black on what is no six-digit hex. */
export const inkFor = (colour: string): '#000000' | '#ffffff' =>
  /^#[\da-f]{6}$/i.test(colour) ? inkOn(colour) : '#000000';

const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
