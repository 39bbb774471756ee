/** What GET and PUT /api/projects/{id}/routing/ answer. */
export type Policy = 'open' | 'balanced' | 'skill' | 'value';

export interface Plan {
  policy: Policy;
  /** Opinions at most; null: as many as the project's overlap, always. */
  most: number | null;
  target: number;
  escalation: 'review' | 'expert';
  counts_model: boolean;
  /** Class id → how much being right about it matters; 1 where it is not named. */
  worth: Record<string, number>;
  gold_rate: number;
  repeat_rate: number;
  daily_most: number | null;
  uses_skills: boolean;
  author_key: string;
  pause_below: number | null;
}
export interface Routing {
  readonly plan: Plan;
  readonly policies: readonly Policy[];
  readonly beliefs: Readonly<Record<'sure' | 'asking' | 'escalated', number>>;
}
