import { expect, test } from 'vitest';
import tokens from './tokens.css?raw';

/** Pairs of [text, ground] that must reach AA (4.5:1); the last list, for borders and marks, 3:1. */
const TEXT: [string, string[]][] = [
  ['ink', ['bg', 'panel', 'raise', 'hover', 'sunk']],
  ['dim', ['bg', 'panel', 'raise', 'hover', 'sunk']],
  ['faint', ['bg', 'panel', 'raise', 'sunk']],
  ['person', ['bg', 'panel', 'raise', 'person-wash']],
  ['machine', ['bg', 'panel', 'raise', 'machine-wash']],
  ['ok', ['panel', 'ok-wash', 'raise']],
  ['err', ['panel', 'err-wash', 'raise']],
  ['on-person', ['person', 'person-strong']],
  ['on-machine', ['machine', 'machine-strong']],
  ['on-err', ['err']],
];
const MARKS: [string, string[]][] = [['line-strong', ['panel', 'bg']]];

function colours(theme: string): Record<string, string> {
  const block =
    new RegExp(`\\[data-theme=['"]${theme}['"]\\] \\{([^}]*)\\}`).exec(tokens)?.[1] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((found) => [found[1], found[2]]),
  );
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

test.each(['dark', 'light'])('the %s theme is readable everywhere (WCAG AA)', (theme) => {
  const palette = colours(theme);
  const poor: string[] = [];
  for (const [pairs, least] of [
    [TEXT, 4.5],
    [MARKS, 3],
  ] as const) {
    for (const [ink, grounds] of pairs) {
      for (const ground of grounds) {
        const ratio = contrast(palette[ink] ?? '#000000', palette[ground] ?? '#000000');
        if (ratio < least) poor.push(`${ink} on ${ground}: ${ratio.toFixed(2)}`);
      }
    }
  }
  expect(poor).toEqual([]);
});
