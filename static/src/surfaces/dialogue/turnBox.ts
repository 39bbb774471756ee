/** One turn on the page: who speaks, its labels and stars, its text and the calls of its tools. */
import type { Ontology } from '../../core/ontology';
import type { Offsets } from '../../core/offsets';
import type { Region } from '../../core/region';
import { Caret } from '../prose/caret';
import { Handles, type HandleActs } from '../prose/handles';
import { marksOf, type Mark } from '../prose/marks';
import { SpanIndex } from '../prose/spans';
import { TextMap } from '../prose/textMap';
import type { Stretch } from '../prose/words';
import type { Place } from '../surface';
import { starsOf, tagsOf, type Stars } from './marks';
import { initials, lineKinds, type Call, type Talk } from './turns';

export interface TurnActs extends HandleActs {
  rate(turn: number, stars: Stars, points: number): void;
  select(id: string): void;
  snap(text: string, stretch: Stretch): Stretch;
}

export class TurnBox {
  readonly element = document.createElement('article');
  readonly map: TextMap;
  readonly caret: Caret;
  readonly handles: Handles;
  index = new SpanIndex<Mark>([]);
  stars: readonly Stars[] = [];
  readonly #marks = document.createElement('div');
  readonly #body = document.createElement('div');

  constructor(
    readonly talk: Talk,
    readonly count: number,
    readonly place: Place,
    scroller: HTMLElement,
    readonly acts: TurnActs,
  ) {
    const { element } = this;
    const { index, part, side, text } = talk;
    element.className = `turn ${part} ${side}`;
    element.setAttribute('aria-posinset', String(index + 1));
    element.setAttribute('aria-setsize', String(count));
    element.setAttribute(
      'aria-label',
      place.t('dialogue.turn', { turn: index + 1, role: talk.role }),
    );
    element.dataset['turn'] = String(index);
    const inner = make('div', 'inner');
    element.append(this.#avatar(), inner);
    inner.append(this.#head());
    this.#body.className = 'said';
    const column = make('div', 'column');
    this.#body.append(column);
    this.map = new TextMap(text, column);
    this.#body.hidden = text === '' && talk.calls.length > 0;
    this.#dressCode(column);
    this.caret = new Caret(this.map, scroller, this.#body);
    this.handles = new Handles(this.map, this.#body, acts, (stretch) => acts.snap(text, stretch));
    inner.append(this.#body, ...talk.calls.map((call) => card(call, place)));
  }

  /** Shows what is said of the turn now. */
  update(regions: readonly Region[], offsets: Offsets): void {
    const { ontology, field, session } = this.place;
    const spans = regions.filter(({ geometry }) => 'start' in geometry);
    this.index = new SpanIndex(marksOf(spans, ontology, offsets));
    this.stars = starsOf(regions, ontology, field, this.talk.role);
    const { selection, hidden } = session.state;
    // What is only a rating shows as its stars.
    const starred = new Set(
      this.stars.flatMap(({ region }) => (region?.class === null ? region.id : [])),
    );
    const tags = tagsOf(regions, ontology).filter(({ id }) => !hidden.has(id) && !starred.has(id));
    this.#marks.replaceChildren(
      ...this.stars.map((one) => this.#starRow(one, ontology)),
      ...tags.map((tag) => {
        const button = make('button', 'tag');
        button.type = 'button';
        button.textContent =
          tag.suggested && tag.score !== null
            ? `${tag.name}? ${Math.round(tag.score * 100)}%`
            : tag.name;
        button.classList.toggle('suggested', tag.suggested);
        button.setAttribute('aria-pressed', String(selection.includes(tag.id)));
        button.style.setProperty('--c', safe(tag.colour));
        button.addEventListener('click', () => this.acts.select(tag.id));
        return button;
      }),
    );
    this.element.classList.toggle('tagged', tags.length > 0);
    const [first] = tags;
    if (first) this.element.style.setProperty('--c', safe(first.colour));
  }
  /** Opens or folds every call. */
  fold(open: boolean): void {
    for (const card of this.element.querySelectorAll('details')) card.open = open;
  }
  setCurrent(current: boolean): void {
    this.element.classList.toggle('current', current);
    if (current) this.element.setAttribute('aria-current', 'true');
    else this.element.removeAttribute('aria-current');
  }

  #avatar(): HTMLElement {
    const round = make('div', 'avatar');
    round.textContent = initials(this.talk);
    round.setAttribute('aria-hidden', 'true');
    return round;
  }
  #head(): HTMLElement {
    const head = make('div', 'head');
    const who = make('b', 'who');
    who.textContent = this.talk.name || this.talk.role;
    const number = make('span', 'number num');
    number.textContent = String(this.talk.index + 1);
    head.append(who);
    if (this.talk.time) {
      const time = make('span', 'time num');
      time.textContent = this.talk.time.replace('T', ' ').slice(0, 16);
      head.append(time);
    }
    this.#marks.className = 'marks keeps-focus';
    head.append(number, this.#marks);
    return head;
  }
  #starRow(stars: Stars, ontology: Ontology): HTMLElement {
    const { t, session } = this.place;
    const name = stars.attribute.name ?? stars.attribute.id;
    const row = make('span', 'stars');
    row.setAttribute('role', 'group');
    row.setAttribute('aria-label', name);
    row.title = name;
    const several = starsOf([], ontology, this.place.field, this.talk.role).length > 1;
    if (several) {
      const word = make('span', 'asked');
      word.textContent = name;
      row.append(word);
    }
    const suggested = stars.region?.origin.kind === 'prediction';
    row.classList.toggle('suggested', suggested);
    stars.points.forEach((point) => {
      const star = make('button', 'star');
      star.type = 'button';
      star.tabIndex = -1;
      star.disabled = session.state.readonly;
      star.textContent = '★';
      star.classList.toggle('on', stars.value !== null && point <= stars.value);
      star.setAttribute(
        'aria-label',
        t('dialogue.star', { name, point, of: stars.points.at(-1)! }),
      );
      star.setAttribute('aria-pressed', String(point === stars.value));
      star.addEventListener('click', () => this.acts.rate(this.talk.index, stars, point));
      row.append(star);
    });
    return row;
  }
  #dressCode(column: HTMLElement): void {
    const lines = this.map.lines.map(({ start, end }) => this.talk.text.slice(start, end));
    const isTool = this.talk.part === 'tool';
    lineKinds(lines).forEach((kind, i) => {
      const line = column.children[i]!;
      if (kind !== 'plain' || isTool) line.classList.add(isTool ? 'code' : kind);
    });
  }
}

function card({ name, body }: Call, { t }: Place): HTMLElement {
  const details = make('details', 'call');
  const summary = make('summary', '');
  const what = make('b', '');
  what.textContent = name || t('dialogue.call');
  const brief = make('span', 'brief');
  brief.textContent = body.replace(/\s+/g, ' ').slice(0, 120);
  summary.append(what, brief);
  const whole = make('pre', '');
  whole.textContent = body;
  details.append(summary, whole);
  return details;
}

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}
/** A class's colour is data: what is not a colour must not become a rule. */
const safe = (colour: string): string => (CSS.supports('color', colour) ? colour : 'currentColor');
