/** What a typed word may mean among many options. */
interface Option {
  readonly value: string;
  readonly label: string;
}

/** More than this nobody reads; a few letters more find the rest. */
export const mostShown = 60;

const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/**
 * Options that hold every typed word, in their label or id, whatever the accents and case. Those
 * that begin with what was typed come first, then those with a word that does.
 */
export function matching<O extends Option>(options: readonly O[], sought: string): O[] {
  const words = plain(sought)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (!words.length) return options.slice(0, mostShown);
  const ranked = options.flatMap((option) => {
    const text = `${plain(option.label)} ${plain(option.value)}`;
    if (!words.every((word) => text.includes(word))) return [];
    const begins = text.startsWith(words[0]!);
    const hasWord = text.includes(` ${words[0]!}`);
    return [{ option, rank: begins ? 0 : hasWord ? 1 : 2 }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, mostShown)
    .map(({ option }) => option);
}
