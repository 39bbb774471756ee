/** What GET /api/projects/{id}/plugged/ answers. */

export type Kind = 'onnx' | 'safetensors' | 'folder' | 'http' | 'label_studio';
/** What a person brings; a file says by itself which of the two it is. */
export type Way = 'file' | 'folder' | 'http' | 'label_studio';

export interface Port {
  readonly name: string;
  readonly type: string;
  /** null: any length. */
  readonly shape: readonly (number | null)[];
}
export interface Facts {
  readonly inputs?: readonly Port[];
  readonly outputs?: readonly Port[];
  readonly opset?: number;
  readonly format?: string;
  readonly by?: string;
  readonly ms?: number;
  /** Of a model folder: what its architecture is for, and its classes. */
  readonly task?: string;
  readonly classes?: readonly string[];
  /** Of a server. */
  readonly version?: string;
}
export const FEEDS = ['image', 'text', 'tokens', 'vector'] as const;
export const SCALES = ['unit', 'bytes', 'signed', 'imagenet'] as const;
export const READINGS = ['classes', 'number', 'boxes', 'yolo'] as const;
export const ACTIVATIONS = ['none', 'softmax', 'sigmoid'] as const;
export const FORMS = ['xyxy', 'xywh', 'cxcywh'] as const;

export interface Declaration {
  feed: (typeof FEEDS)[number];
  width: number;
  height: number;
  scale: (typeof SCALES)[number];
  is_channels_last: boolean;
  keeps_shape: boolean;
  reading: (typeof READINGS)[number];
  outputs: Record<string, string>;
  activation: (typeof ACTIVATIONS)[number];
  form: (typeof FORMS)[number];
  is_share: boolean;
  /** null: a column of no interest. */
  classes: (string | null)[];
  threshold: number;
}
export interface Plugged {
  readonly id: string;
  readonly name: string;
  readonly kind: Kind;
  readonly field: string;
  readonly state: 'checking' | 'refused' | 'opened';
  readonly url: string;
  readonly has_secret: boolean;
  readonly has_tokenizer: boolean;
  readonly size_bytes: number;
  readonly facts: Facts;
  readonly fault: { readonly code: string; readonly detail: string } | null;
  readonly declaration: Partial<Declaration> | null;
  readonly suggested: Partial<Declaration> | null;
  /** Its name among the pre-labelers, once it can propose. */
  readonly prelabeler: string | null;
  /** Whether it answers the pre-labeling call in the place of the project's own model. */
  readonly answers_calls: boolean;
  readonly created_by: string;
  readonly created_at: string;
}

export const isFile = ({ kind }: Plugged): boolean => kind === 'onnx' || kind === 'safetensors';

/** Whether it says by itself how it is read: nothing is left to declare. */
export const isDeclared = ({ kind }: Plugged): boolean =>
  kind === 'label_studio' || kind === 'folder';
export interface PluggedPage {
  readonly results: readonly Plugged[];
  /** Model folders that the installation lends. */
  readonly folders: readonly string[];
}
