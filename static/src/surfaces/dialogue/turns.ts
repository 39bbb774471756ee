/** A dialogue as people read it: who spoke, on which side, what was said, what tools were called. */
import type { Value } from '../../core/region';
import type { FieldValue } from '../surface';

export type Part = 'user' | 'assistant' | 'system' | 'tool' | 'other';
export interface Call {
  readonly name: string;
  /** As it came, indented where it is JSON. */
  readonly body: string;
}
export interface Talk {
  readonly index: number;
  /** Who spoke, in the words of the source. */
  readonly role: string;
  readonly part: Part;
  readonly side: 'left' | 'right' | 'middle';
  readonly name: string;
  readonly time: string;
  readonly text: string;
  readonly calls: readonly Call[];
}

type Item = { readonly [key: string]: Value };
/** The habits of chat programs; labeling/media/dialogue.py knows the same. */
const textKeys = ['text', 'content', 'value'];
const roleKeys = ['role', 'from', 'speaker'];
const parts: { readonly [role: string]: Part } = {
  user: 'user',
  human: 'user',
  prompter: 'user',
  customer: 'user',
  client: 'user',
  caller: 'user',
  用户: 'user',
  assistant: 'assistant',
  gpt: 'assistant',
  chatgpt: 'assistant',
  bot: 'assistant',
  ai: 'assistant',
  model: 'assistant',
  agent: 'assistant',
  助手: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'tool',
  observation: 'tool',
};

export const partOf = (role: string): Part => parts[role.trim().toLowerCase()] ?? 'other';

export function turnsOf(value: FieldValue): Talk[] {
  const wrapped =
    typeof value === 'object' && 'turns' in value ? (value as { turns?: Value }).turns : value;
  const items = Array.isArray(wrapped) ? (wrapped as readonly Value[]) : [];
  /** Speakers with names of their own take sides in the order they come. */
  const others: string[] = [];
  return items.map((item, index) => {
    const turn = (typeof item === 'object' && item !== null ? item : {}) as Item;
    const role = wordOf(turn, roleKeys);
    const part = partOf(role);
    if (part === 'other' && !others.includes(role)) others.push(role);
    const side =
      part === 'user'
        ? 'right'
        : part === 'assistant'
          ? 'left'
          : part === 'other'
            ? others.indexOf(role) % 2
              ? 'right'
              : 'left'
            : 'middle';
    return {
      index,
      role,
      part,
      side,
      name: wordOf(turn, ['name']),
      time: wordOf(turn, ['time', 'timestamp', 'created_at']),
      text: wordOf(turn, textKeys),
      calls: callsOf(turn['tool_calls']),
    };
  });
}

const wordOf = (turn: Item, keys: readonly string[]): string => {
  const found = keys.map((key) => turn[key]).find((one) => typeof one === 'string');
  return typeof found === 'string' ? found : '';
};

/** OpenAI's shape, and the plain `{name, arguments}` that others write. */
function callsOf(value: Value | undefined): Call[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Value[]).map((one) => {
    const call = (typeof one === 'object' && one !== null ? one : { name: String(one) }) as Item;
    const inner = (typeof call['function'] === 'object' ? call['function'] : call) as Item;
    const name = wordOf(inner, ['name', 'tool']);
    const given = inner['arguments'] ?? inner['input'] ?? inner['args'] ?? call;
    return { name, body: pretty(given) };
  });
}

/** JSON indented; what is none stays as it is. */
export function pretty(value: Value): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  try {
    const read = JSON.parse(value) as Value;
    return typeof read === 'object' && read !== null ? JSON.stringify(read, null, 2) : value;
  } catch {
    return value;
  }
}

/** One or two letters for the round beside a turn. */
export function initials({ name, role }: Pick<Talk, 'name' | 'role'>): string {
  const [first = '', second = ''] = (name || role).trim().split(/[\s_-]+/);
  return ([...first][0] ?? '?').toUpperCase() + (name ? ([...second][0] ?? '').toUpperCase() : '');
}

export type LineKind = 'plain' | 'fence' | 'code';
/** Which lines are code between ``` and ```; the text itself stays as it is, so offsets hold. */
export function lineKinds(lines: readonly string[]): LineKind[] {
  let fence = '';
  return lines.map((line) => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    const closes = fence !== '' && mark.startsWith(fence) && line.trim() === mark;
    if (fence === '' && mark) {
      fence = mark;
      return 'fence';
    }
    if (closes) {
      fence = '';
      return 'fence';
    }
    return fence ? 'code' : 'plain';
  });
}

/** How many turns two dialogues begin with in common. */
export function sharedTurns(a: readonly Talk[], b: readonly Talk[]): number {
  const same = (x: Talk, y: Talk): boolean =>
    x.role === y.role && x.text === y.text && JSON.stringify(x.calls) === JSON.stringify(y.calls);
  const at = a.findIndex((turn, i) => !b[i] || !same(turn, b[i]));
  return at < 0 ? a.length : at;
}
