/** Whether two JSON values are equal; identical objects answer at once. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, i) => same(item, b[i]));
  }
  // A key that holds undefined is not in the JSON, so it does not count.
  const [left, right] = [defined(a), defined(b)];
  if (left.length !== right.length) return false;
  return left.every(([key, value]) => same(value, (b as Record<string, unknown>)[key]));
}

const defined = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, item]) => item !== undefined);
