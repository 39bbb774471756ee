/** How the tool “segment by clicks” reaches the server and the person: outlines come, or a word why not. */
import type { Box, Polygon } from '../../core/region';
import type { LabelKind } from '../../core/ontology';
import { api, ApiError } from '../../live/api';
import { notify } from '../notice';
import type { Place } from '../surface';
import { toImage } from './camera';
import { labelFor } from './kinds';
import { regionMarks, type PlanePlace } from './marks';
import type { Prompt, Segmenting } from './tools/segment';
import type { PlaneView } from './view';

/** What an outline may become, what is closest to it first. */
const kinds: readonly LabelKind[] = ['polygon', 'mask', 'box'];
const named = ['busy', 'too_slow', 'died', 'bad_model', 'too_large'];

interface Answer {
  readonly polygon: Polygon | null;
}

export class Segmenter implements Segmenting {
  /** Known only when the view stands. */
  view: PlaneView | null = null;
  readonly #place: PlanePlace;

  constructor(place: Place) {
    this.#place = { ...place, marks: regionMarks(place) };
  }

  /** Whether there is a stored picture and a label that an outline can become. */
  get isWanted(): boolean {
    return this.#place.task !== null && kinds.some((kind) => labelFor(this.#place, kind));
  }
  /** The active label's kind, else the first that the project has. */
  get makes(): LabelKind {
    const { label } = this.#place.session.state;
    const fit = kinds.filter((kind) => labelFor(this.#place, kind));
    return fit.find((kind) => labelFor(this.#place, kind)?.id === label) ?? fit[0] ?? 'polygon';
  }
  window(): Box {
    const { image, camera, stage } = this.view!;
    const [left, top] = toImage(camera, [0, 0]);
    const [right, bottom] = toImage(camera, [stage.size.width, stage.size.height]);
    const [x, y] = [Math.max(0, left), Math.max(0, top)];
    return {
      x,
      y,
      width: Math.max(1, Math.min(image.width, right) - x),
      height: Math.max(1, Math.min(image.height, bottom) - y),
    };
  }
  async ask(prompt: Prompt): Promise<Polygon | null> {
    const { task, field } = this.#place;
    const { polygon } = await api.post<Answer>(`/api/tasks/${task}/segment/`, { field, ...prompt });
    return polygon;
  }
  answered(found: 'outline' | 'nothing' | 'failed', why?: unknown): void {
    this.view?.stage.invalidate('overlay');
    if (found === 'failed') notify(this.#place.host, `plane.no_outline.${this.#word(why)}`);
  }
  /** The picture is made ready while the person still looks for the thing. */
  warm(): void {
    this.ask({ clicks: [], box: null, window: this.window() }).catch((why: unknown) =>
      this.answered('failed', why),
    );
  }

  #word(why: unknown): string {
    if (!(why instanceof ApiError)) return 'other';
    if (why.offline) return 'offline';
    return named.find((fault) => why.code === `segment_${fault}`) ?? 'other';
  }
}
