/** A new training as it is filled in: a slice counted as one types, a recipe, a budget. */
import { api, ApiError } from '../../../live/api';
import { Resource } from '../../../live/resource.svelte';
import type { Form, Recipe, Slice, WholeRun } from '../wire';

export const MOST_TRIALS = 200;

export class Order {
  readonly form: Resource<Form>;
  readonly slice: Resource<Slice>;
  filter = $state('');
  votes = $state<'consensus' | 'votes'>('consensus');
  recipe = $state<Recipe | null>(null);
  searches = $state(false);
  trials = $state(20);
  busy = $state(false);
  problem = $state.raw<unknown>(null);

  constructor(readonly projectId: string) {
    this.form = new Resource((signal) => api.get<Form>(`${this.path}form/`, { signal }));
    this.slice = new Resource((signal) =>
      api.get<Slice>(`${this.path}slice/`, { query: { filter: this.filter }, signal }),
    );
  }

  get path(): string {
    return `/api/projects/${this.projectId}/models/`;
  }
  get hasEpochs(): boolean {
    return this.recipe?.learner !== 'rounds';
  }
  /** What the server says of one field of the recipe. */
  placeError(name: string): string | undefined {
    if (!(this.problem instanceof ApiError)) return undefined;
    return this.problem.errors.find((one) => one.pointer === `/recipe/${name}`)?.detail;
  }
  get filterRefused(): ApiError | null {
    const problem = this.slice.problem;
    return problem instanceof ApiError && problem.status === 400 ? problem : null;
  }

  async open(): Promise<void> {
    await this.form.load();
    const form = this.form.data;
    if (!form?.target) return;
    this.recipe = { ...form.defaults, learner: form.learners[0] ?? 'rounds' };
    await this.slice.load();
  }
  /** Order it; the run, or null where the server refused. */
  async send(): Promise<WholeRun | null> {
    if (!this.recipe) return null;
    this.busy = true;
    this.problem = null;
    try {
      return await api.post<WholeRun>(`${this.path}runs/`, {
        filter: this.filter,
        votes: this.hasEpochs ? this.votes : 'consensus',
        recipe: this.hasEpochs ? this.recipe : { ...this.recipe, teacher: '' },
        trials: this.hasEpochs && this.searches ? this.trials : 0,
      });
    } catch (why) {
      this.problem = why;
      return null;
    } finally {
      this.busy = false;
    }
  }
}
