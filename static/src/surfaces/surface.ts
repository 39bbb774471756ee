/** The contract between the annotate page and what shows a field; see README.md beside this. */
import type { SurfaceScope } from '../core/commands';
import type { AnnotationDocument } from '../core/document';
import type { Ontology } from '../core/ontology';
import type { Value } from '../core/region';
import type { Session } from '../core/session';

/** A media field as the server gives it. */
export interface Media {
  readonly url: string;
  readonly thumbnail?: string | null;
  readonly type?: string;
  readonly name?: string;
  /** Of the upright image. */
  readonly width?: number | null;
  readonly height?: number | null;
  readonly duration?: number | null;
  readonly size?: number | null;
  /** Where its views are: `${base}/peaks?level=3`. */
  readonly base?: string;
  /** The stored file itself. */
  readonly original?: string;
  /** What the server found in the file; each surface knows its own. */
  readonly facts?: { readonly [name: string]: Value };
}
/** A text, a stored file, or a value that is the medium itself (a dialogue, the rows of a table). */
export type FieldValue = string | Media | readonly Value[] | { readonly [name: string]: Value };

export const isMedia = (value: FieldValue): value is Media =>
  typeof value === 'object' && 'url' in value && typeof value.url === 'string';

/** All that a surface is given. */
export interface Place {
  /** An empty, positioned element that the surface fills and, on close, empties. */
  readonly host: HTMLElement;
  readonly field: string;
  readonly value: FieldValue;
  /** The stored task, for what the server does with it; null where there is none. */
  readonly task: string | null;
  readonly document: AnnotationDocument;
  readonly session: Session;
  readonly ontology: Ontology;
  readonly t: (key: string, values?: Record<string, string | number>) => string;
}

export interface View {
  /** Ids of the tools that make sense for this field, in the order of the tool bar; `tool.<id>` is the command. */
  readonly tools: readonly string[];
  /** Which commands of the keymap are meant for it, and which bars it gets; the innermost first. */
  readonly scopes: readonly SurfaceScope[];
  /** How much of its lower edge, in screen pixels, is no data (a time line): bars keep above it. */
  readonly foot?: number;
  /** Carries a command out, or says false: not mine, or nothing to do it to. */
  run(command: string): boolean;
  /** Brings a region into view. */
  reveal(id: string): void;
  /** A stretch of time as this field's axis names it, where that is not by its seconds. */
  nameRange?(start: number, end: number): string | null;
  /** Where a region is on the page, for relation curves; null when it is out of sight. */
  anchor(id: string): DOMRect | null;
  /** Calls back when anchors may have moved without the document changing (scroll, zoom, size). */
  onMoved(moved: () => void): () => void;
  focus(): void;
  close(): void;
}

export interface Surface {
  /** Fetches and decodes ahead, so that the next task appears at once. */
  prepare(value: FieldValue): Promise<void>;
  open(place: Place): Promise<View>;
}
