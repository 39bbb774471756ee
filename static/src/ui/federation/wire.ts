/** What the federation calls answer. */
import type { UserName } from '../../live/types';

export interface Reason {
  readonly code: string;
  readonly detail: string;
  readonly params?: Readonly<Record<string, string | number>>;
}
export interface Terms {
  readonly rounds: number;
  readonly aggregator: string;
  readonly is_secure: boolean;
  readonly quorum: number;
  readonly deadline_s: number;
  readonly steps: number;
  readonly learning_rate: number;
  readonly proximal: number;
  readonly noise_multiplier: number;
}
export type RunState = 'queued' | 'running' | 'done' | 'failed' | 'stopped';
export interface Run {
  readonly id: string;
  readonly kind: 'train' | 'check';
  readonly state: RunState;
  readonly reason: Reason | null;
  readonly terms: Terms;
  readonly rounds_wanted: number;
  readonly rounds_done: number;
  readonly sites: readonly string[];
  readonly refused: Readonly<Record<string, Reason>>;
  readonly stop_asked: boolean;
  readonly accuracy: number | null;
  readonly created_by: UserName | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}
export interface Round {
  readonly id: string;
  readonly run: string;
  readonly number: number;
  readonly state: RunState;
  readonly reason: Reason | null;
  readonly sites: readonly string[];
  readonly adopted: readonly string[];
  readonly refused: Readonly<Record<string, Reason>>;
  readonly holdout: number;
  readonly accuracy: number | null;
  readonly loss: number | null;
  readonly by_site: Readonly<Record<string, { accuracy?: number | null }>>;
  readonly sent_bytes: number;
  readonly received_bytes: number;
  readonly epsilon: number;
  readonly seconds: number;
  readonly model: number | null;
  readonly began_at: string;
}
export interface SharedModel {
  readonly id: string;
  readonly number: number;
  readonly run: string;
  readonly round: number;
  readonly accuracy: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly holdout: number;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly created_at: string;
}
export type SiteState = 'invited' | 'waiting' | 'approved' | 'revoked';
export interface Difference {
  readonly what: 'classes' | 'encoder';
  /** What the federation has and the site lacks. */
  readonly here: readonly string[];
  readonly there: readonly string[];
}
/** A count as a band; no upper end where it is null. */
export interface Band {
  readonly low: number;
  readonly high: number | null;
}
export interface Site {
  readonly id: string;
  readonly name: string;
  readonly state: SiteState;
  readonly is_online: boolean;
  readonly seen_at: string | null;
  readonly version: string | null;
  readonly labels: Band | null;
  readonly mismatch: readonly Difference[];
  readonly fingerprint: string | null;
  readonly waiting_fingerprint: string | null;
  readonly approved_by: UserName | null;
  readonly approved_at: string | null;
  readonly created_at: string;
}
export interface Federation {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly classes: readonly NamedClass[];
  readonly encoder: string | null;
  readonly dimensions: number | null;
  readonly terms: Terms;
  readonly host: string;
  readonly port: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly coordinator_alive: boolean;
  readonly live_run: Run | null;
  readonly latest_model: SharedModel | null;
  /** Of the newest model that was measured. */
  readonly accuracy: number | null;
  readonly created_at: string;
}
export interface Obstacle extends Reason {
  readonly is_blocking: boolean;
}
export interface Forecast {
  readonly can_start: boolean;
  readonly obstacles: readonly Obstacle[];
  readonly sites: readonly string[];
  readonly quorum: number;
  readonly down_bytes: number | null;
  readonly up_bytes: number | null;
  readonly total_bytes: number | null;
  readonly round_seconds: number | null;
  readonly total_seconds: number | null;
  readonly epsilon: {
    readonly worst: number;
    readonly by_site: Readonly<Record<string, number>>;
  } | null;
  readonly terms: Terms;
}
export interface NamedClass {
  readonly id: string;
  readonly name: string;
}
/** The federation's classes and this project's; ids without a counterpart on the other side. */
export interface ClassMatch {
  readonly theirs: readonly NamedClass[];
  readonly ours: readonly NamedClass[];
  readonly lacking: readonly string[];
  readonly unasked: readonly string[];
}
export type SiteAct = 'see_shared' | 'see_ledger' | 'hold' | 'connect';
export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly project: { readonly id: string; readonly name: string } | null;
  readonly federation: string;
  readonly coordinator: { readonly host: string; readonly port: number };
  readonly state: 'active' | 'paused' | 'cut' | 'left';
  readonly contact: 'never' | 'online' | 'offline' | 'refused';
  readonly contact_at: string | null;
  readonly node_alive: boolean;
  readonly fingerprint: string | null;
  readonly public_line: string | null;
  readonly next_fingerprint: string | null;
  readonly next_public_line: string | null;
  readonly epsilon: {
    readonly budget: number | null;
    readonly spent: number;
    readonly left: number | null;
  };
  readonly classes: ClassMatch;
  readonly class_mapping: Readonly<Record<string, string>>;
  readonly accepts_named_peers: boolean;
  readonly gain: {
    readonly joined: number | null;
    readonly now: number;
    readonly holdout: number;
    readonly is_shared: boolean;
  } | null;
  readonly counts: Readonly<Record<'rounds' | 'lines' | 'peers' | 'proposed_peers', number>>;
  readonly may: readonly SiteAct[];
  readonly created_at: string;
}
export interface SiteRound {
  readonly run: string;
  readonly number: number;
  readonly labels: number;
  readonly holdout: number;
  readonly joined_accuracy: number | null;
  readonly own_accuracy: number | null;
  readonly shared_accuracy: number | null;
  readonly is_used: boolean;
  readonly model_version: number | null;
  readonly adopted_at: string;
}
export interface Line {
  readonly number: number;
  readonly at: string;
  readonly run: string;
  readonly round: number;
  readonly kind: string;
  readonly size_bytes: number;
  readonly content_sha256: string;
  readonly epsilon: number;
  readonly digest: string;
}
export interface Chain {
  readonly holds: boolean;
  readonly lines: number;
  readonly number: number | null;
  readonly why: 'missing' | 'changed' | null;
}
export interface Peer {
  readonly name: string;
  readonly state: 'accepted' | 'proposed' | 'changed';
  readonly fingerprint: string | null;
  readonly proposed_fingerprint: string | null;
  readonly proposed_line: string | null;
  readonly accepted_by: UserName | null;
  readonly accepted_at: string | null;
}
export interface PreviewMessage {
  readonly kind: string;
  readonly size_bytes: number;
  readonly epsilon: number;
  readonly refused: Reason | null;
  readonly holds: readonly {
    readonly name: string;
    readonly type: 'bytes' | 'texts' | 'numbers' | 'value';
    readonly count: number;
    readonly value: unknown;
  }[];
}
/** What everybody in a project may know of its membership. */
export interface Shared {
  readonly membership:
    | (Pick<Membership, 'id' | 'name' | 'federation' | 'state' | 'contact'> & {
        readonly gain: { readonly joined: number | null; readonly now: number } | null;
      })
    | null;
}
