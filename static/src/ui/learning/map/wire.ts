/** What the map's calls answer. */
import type { Job } from '../../../live/types';

export interface MapHead {
  readonly state: 'off' | 'none' | 'ready';
  readonly version: number | null;
  readonly points: number;
  readonly tasks: number;
  readonly can_draw: boolean;
  readonly missing: number;
  readonly is_outdated: boolean;
  readonly seconds: number | null;
  readonly created_at: string | null;
  readonly job: Job | null;
}

/** Where the tasks lie, by rising id. */
export interface Points {
  readonly id: Float64Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly group: Uint8Array;
  readonly groups: number;
}

/** What is known of each, in the same order: places in the legends, from 1; 0 is nothing. */
export interface Facts {
  readonly label: Uint16Array;
  readonly predicted: Uint16Array;
  readonly annotator: Uint16Array;
  readonly state: Uint8Array;
  /** Uncertainty in steps of 1/254. */
  readonly doubt: Uint8Array;
  readonly holdout: Uint8Array;
  readonly states: readonly string[];
  readonly classes: readonly string[];
  readonly annotators: readonly { id: string; name: string }[];
}

export const NOTHING = 0;
export const SEVERAL = 0xffff;
/** State of a task that was deleted after the map was drawn. */
export const GONE = 255;
export const NO_DOUBT = 255;
export const DOUBT_STEPS = 254;
