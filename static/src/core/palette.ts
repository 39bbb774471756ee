/**
 * Twenty class colours, far apart for normal, protanope, deuteranope and tritanope eyes, ordered
 * so that the first few are the farthest apart (farthest-point search in OKLab over the colours
 * as Machado et al. 2009 simulate them, doi:10.1109/TVCG.2009.113). labeling/ontology/palette.py
 * holds the same list; a test keeps them equal.
 */
export const palette = [
  '#fe8c56',
  '#653de9',
  '#30cbf3',
  '#b52b5b',
  '#fadf32',
  '#8a82be',
  '#a9f1ca',
  '#f11b07',
  '#7b52a5',
  '#1c89fe',
  '#ffa3b8',
  '#c66f68',
  '#607e0e',
  '#3fc27a',
  '#a55e8e',
  '#c1d681',
  '#cd90b8',
  '#969cf7',
  '#70e9fd',
  '#616ed3',
] as const;

export const paletteColour = (index: number): string =>
  palette[((index % palette.length) + palette.length) % palette.length]!;

/** Black or white, whichever reads better on the colour (WCAG relative luminance). */
export function inkOn(colour: string): '#000000' | '#ffffff' {
  const [r, g, b] = [1, 3, 5].map((at) => linear(parseInt(colour.slice(at, at + 2), 16) / 255));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 0.179 ? '#000000' : '#ffffff';
}

const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
