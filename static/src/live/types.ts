/** The wire shapes of the API, as the server writes them (ids are strings, times RFC 3339 UTC). */
import type { Ontology } from '../core/ontology';
import type { Answers, Content, Region } from '../core/region';

export type { Ontology };

export type Role = 'owner' | 'manager' | 'reviewer' | 'annotator' | 'viewer';
export type ThemeChoice = 'dark' | 'light' | 'system';
export type TextFont = 'serif' | 'sans' | 'mono';

export interface Preferences {
  theme?: ThemeChoice;
  language?: 'en' | 'zh';
  text_font?: TextFont;
  keymap?: Record<string, string>;
  /** Where one answer is all, its key also submits. */
  submit_on_answer?: boolean;
  /** By project: how its task table is laid out, and the views saved there. */
  tables?: Record<
    string,
    {
      order: readonly string[];
      hidden: readonly string[];
      widths: Readonly<Record<string, number>>;
    }
  >;
  views?: Record<string, readonly { name: string; filter: string; order: string }[]>;
}

export interface UserName {
  id: string;
  username: string;
  name: string;
}
export interface User extends UserName {
  email: string;
  is_staff: boolean;
  preferences: Preferences;
}

export interface AuthState {
  user: User | null;
  first_run: boolean;
  csrf_token: string;
  version: string;
  signup: boolean;
  demo: boolean;
  /** A fresh server reached from another machine asks for the code it was started with. */
  setup_code_needed?: boolean;
}

export interface Page<T> {
  results: T[];
  next: string | null;
  previous: string | null;
  count?: number;
}
export interface Place {
  pointer?: string;
  line?: number;
  file?: string;
  detail: string;
  /** What is wrong, for the screen to word; `detail` is the English of a program. */
  code?: string;
  params?: Readonly<Record<string, string | number>>;
}

export interface ProjectSettings {
  overlap: number;
  lease_seconds: number;
  blind: boolean;
  review: 'none' | 'optional' | 'required';
  order: 'uncertain' | 'sequential' | 'random';
  prelabel: boolean;
  /** Whether suggestions show at once, or only after the person has marked or answered something. */
  reveal: 'start' | 'after';
  allow_skip: boolean;
  allow_empty: boolean;
  skip_policy: string;
  holdout_share: number;
  /** Of the tasks with a pre-label, so many show none, by lot. */
  blind_share: number;
  retrain_after: number;
  retrain_seconds: number;
  target_label: string | null;
  /** By which the next tasks are chosen. */
  strategy: string;
  /** Keys of metadata over whose groups models are compared. */
  sensitive: string[];
}
export interface ProjectCounts {
  tasks: number;
  done: number;
  in_progress: number;
  open: number;
  annotations: number;
  skipped: number;
  accepted: number;
}
export interface Project {
  id: string;
  name: string;
  description: string;
  guidelines: string;
  ontology: Ontology;
  ontology_version: number;
  settings: ProjectSettings;
  role: Role;
  field_types: string[];
  counts: ProjectCounts;
  learning: {
    model_version: number | null;
    accuracy: number | null;
    low?: number | null;
    high?: number | null;
    waits?: Waits | null;
  } | null;
  members: number;
  created_at: string;
  updated_at: string;
}
/** What must happen before there is a model. */
export interface Waits {
  code: string;
  params?: Readonly<Record<string, string | number>>;
}
export interface Template {
  id: string;
  name: Record<string, string>;
  description: Record<string, string>;
  field_types: string[];
  ontology: Ontology;
  sample: Record<string, unknown>[];
}
export interface Member {
  user: UserName;
  role: Role;
  joined_at: string;
}
export interface Token {
  id: string;
  name: string;
  prefix: string;
  created_at: string;
  last_used_at: string | null;
  scopes: string[];
  token?: string;
}

export interface Job {
  id: string;
  kind: string;
  name: string;
  project: string | null;
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  progress: { done: number; total: number | null; rate: number | null; eta_s: number | null };
  message: string;
  report: {
    created?: number;
    skipped?: number;
    failed?: number;
    problems?: Place[];
    [more: string]: unknown;
  } | null;
  file: { url: string; name: string; size: number } | null;
  error: string | null;
  /** The process that has it, while it runs or ran. */
  worker: string | null;
  created_by: string | UserName | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}
export interface ImportPreview {
  upload: string;
  name: string;
  size: number;
  format: string;
  formats: { id: string; name: string; confidence: number }[];
  encoding: string | null;
  delimiter: string | null;
  columns: string[];
  mapping: Record<string, string | null>;
  count: number | null;
  sample: { data: Record<string, unknown>; annotations: number; predictions: number }[];
  problems: Place[];
  warnings: string[];
}

export interface MediaValue {
  url: string;
  thumbnail?: string | null;
  type: string;
  name?: string;
  width?: number;
  height?: number;
  duration?: number;
  size?: number;
  /** What its decoder found: pages, points, rows … */
  facts?: Readonly<Record<string, unknown>>;
}
export type FieldValue =
  string | number | boolean | null | MediaValue | unknown[] | Record<string, unknown>;
export type TaskState = 'open' | 'in_progress' | 'done' | 'accepted' | 'rejected';
export interface Task {
  id: string;
  project: string;
  external_id: string | null;
  data: Record<string, FieldValue>;
  meta: Record<string, unknown>;
  state: TaskState;
  priority: number;
  overlap: number;
  counts: {
    annotations: number;
    drafts: number;
    predictions: number;
    skips: number;
    open_comments?: number;
  };
  uncertainty: number | null;
  score: number | null;
  predicted: Answers | null;
  agreement: number | null;
  labels: string[];
  annotators: string[];
  created_at: string;
  updated_at: string;
}
export interface Prediction extends Content {
  id: string;
  model_version: string | number;
  score: number | null;
  uncertainty: number | null;
  ambiguous: boolean;
  probabilities: Record<string, Record<string, number>>;
  created_at: string;
}
export interface Draft extends Content {
  lead_time: number;
  revision: number;
  saved_at: string;
}
export interface Review {
  id?: string;
  verdict: 'accept' | 'reject' | 'fix';
  comment: string;
  reviewer?: UserName;
  created_at?: string;
}
/** The talk about one region of one person's answer. */
export interface Thread {
  id: string;
  region: string;
  answer_of: UserName;
  is_resolved: boolean;
  comments: { id: string; author: UserName | null; text: string; created_at: string }[];
}
export interface Annotation extends Content {
  id: string;
  task: string;
  annotator: UserName;
  lead_time: number;
  state: 'submitted' | 'accepted' | 'rejected' | 'fixed';
  revision: number;
  created_at: string;
  updated_at: string;
  reviews: Review[];
}
export interface Lease {
  id: string;
  expires_at: string;
}
export interface Work {
  task: Task;
  lease: Lease | null;
  predictions: Prediction[];
  draft: Draft | null;
  annotations: Annotation[];
  why: {
    strategy: string;
    /** A code with its figures, which the screen words. */
    reason: { code: string; params?: Readonly<Record<string, string | number>> };
    utility: number | null;
    probability: number | null;
    class: string | null;
    /** What the model knows least about, where regions are asked for. */
    region?: Region;
  } | null;
  learning: {
    accuracy: number | null;
    low: number | null;
    high: number | null;
    labels: number;
    target_labels: number | null;
    waits?: Waits | null;
  } | null;
}
