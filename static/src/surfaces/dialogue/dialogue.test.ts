import { describe, expect, it, test } from 'vitest';
import { Stack } from './stack';
import { initials, lineKinds, pretty, sharedTurns, turnsOf } from './turns';

describe('turns', () => {
  it('are read in the words of several chat programs', () => {
    const value = {
      turns: [
        { from: 'human', value: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { speaker: 'Zoe', text: 'Me too' },
        { speaker: 'Max', text: 'And I' },
        { role: 'system', content: 'Be kind' },
      ],
    };
    const turns = turnsOf(value);
    expect(turns.map(({ text }) => text)).toEqual(['Hi', 'Hello', 'Me too', 'And I', 'Be kind']);
    expect(turns.map(({ side }) => side)).toEqual(['right', 'left', 'left', 'right', 'middle']);
  });

  it('show the calls of tools by name, their JSON indented', () => {
    const call = { id: '1', function: { name: 'weather', arguments: '{"city":"Oslo"}' } };
    const [turn] = turnsOf([{ role: 'assistant', content: null, tool_calls: [call] }]);
    expect(turn).toMatchObject({
      text: '',
      calls: [{ name: 'weather', body: '{\n  "city": "Oslo"\n}' }],
    });
    expect(pretty('not {json')).toBe('not {json');
  });

  it('have initials: two of a name, one of a role', () => {
    expect(initials({ name: 'Ada Lamp', role: 'user' })).toBe('AL');
    expect(initials({ name: '', role: 'assistant' })).toBe('A');
    expect(initials({ name: '', role: '用户' })).toBe('用');
  });

  it('share what both dialogues begin with', () => {
    const start = [{ role: 'user', text: 'Hi' }];
    const a = turnsOf([...start, { role: 'assistant', text: 'A' }]);
    expect(sharedTurns(a, turnsOf([...start, { role: 'assistant', text: 'B' }]))).toBe(1);
    expect(sharedTurns(a, a)).toBe(2);
  });
});

test('code is what stands between fences, also one never closed', () => {
  expect(lineKinds(['a', '```py', 'x = 1', '```', 'b'])).toEqual([
    'plain',
    'fence',
    'code',
    'fence',
    'plain',
  ]);
  expect(lineKinds(['~~~', '```', 'x'])).toEqual(['fence', 'code', 'code']);
});

test('a stack knows where things lie as they come to be measured', () => {
  const stack = new Stack(10_000, () => 50);
  expect([stack.total, stack.at(0), stack.at(125), stack.at(1e9)]).toEqual([500_000, 0, 2, 9999]);
  expect(stack.measure(1, 80)).toBe(30);
  expect(stack.measure(1, 80)).toBe(0);
  expect([stack.top(2), stack.at(129), stack.at(130)]).toEqual([130, 1, 2]);
});
