/** What may be asked of an export, and what came of the last ones. */
import type { Job } from '../../live/types';
import { formatList, hasText, t } from '../../text';

/** Something the file will lack, or why there can be none; `detail` is the English of a program. */
export interface Loss {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly detail: string;
}

export interface ExportFormat {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly extension: string;
  readonly available: boolean;
  /** Why this project cannot be written so. */
  readonly why_not: Loss | null;
  /** What it cannot hold of this project. */
  readonly losses: readonly Loss[];
}
export const SOURCES = ['annotations', 'consensus', 'predictions'] as const;
export type Source = (typeof SOURCES)[number];

/** What can be written, the lossless first; what cannot, last. */
export function sortFormats(formats: readonly ExportFormat[]): ExportFormat[] {
  const rank = (format: ExportFormat) => (format.available ? Math.min(1, format.losses.length) : 2);
  return formats.toSorted((a, b) => rank(a) - rank(b));
}

export const lastExports = (jobs: readonly Job[]): Job[] =>
  jobs.filter((job) => job.kind === 'export');

/** A loss in the reader's language; one without words here (a plug-in's) as the server says it. */
export function lossText({ code, params, detail }: Loss): string {
  const key = `export.loss.${code}`;
  if (!hasText(key)) return detail;
  const lists = Object.entries(params).map(([name, value]) => [name, listed(value)]);
  return t(key, Object.fromEntries(lists) as Record<string, string>);
}

/** The name and the sentence of a format; those of a plug-in as it brought them. */
export const formatName = ({ id, name }: ExportFormat): string => worded('name', id, name);
export const formatAbout = ({ id, description }: ExportFormat): string =>
  worded('about', id, description);

function worded(part: 'name' | 'about', id: string, given: string): string {
  const key = `export.${part}.${id}`;
  return hasText(key) ? t(key) : given;
}

/** Names as they are, kinds of labels in words, a label with its kind in brackets. */
function listed(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return formatList(
    value.map((item: string | { name: string; kind: string }) =>
      typeof item === 'string'
        ? kindName(item)
        : t('export.label_of_kind', { name: item.name, kind: kindName(item.kind) }),
    ),
  );
}

function kindName(kind: string): string {
  const key = `base.label_kind.${kind}`;
  return hasText(key) ? t(key) : kind;
}
