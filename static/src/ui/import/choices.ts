/** How a file is read. */
export interface Reading {
  format: string;
  encoding?: string;
  delimiter?: string;
}

/** What a person decides about an import before it starts. */
export interface Choices extends Reading {
  mapping?: Record<string, string | null>;
  on_error: 'fail' | 'skip';
}

/** A table without a column for any field would only make empty tasks. */
export function isMapped(columns: string[], mapping: Record<string, string | null>): boolean {
  return !columns.length || columns.some((column) => mapping[column]);
}

/** Each field is filled by one column: choosing it for another takes it from the first. */
export function mapColumn(
  mapping: Record<string, string | null>,
  column: string,
  field: string | null,
): Record<string, string | null> {
  const next = Object.fromEntries(
    Object.entries(mapping).map(([name, to]) => [name, to === field ? null : to]),
  );
  return { ...next, [column]: field };
}

/** The address when the text is nothing else: what lies there may be meant, not its words. */
export function addressIn(text: string): string {
  const only = text.trim();
  return /^https?:\/\/\S+$/i.test(only) ? only : '';
}
