import { describe, expect, it } from 'vitest';
import { areaOf, kindOf } from '../../../core/geometry';
import type { LabelKind } from '../../../core/ontology';
import type { Point, Polygon } from '../../../core/region';
import type { Effect, Gesture, Sight } from '../../../core/tool';
import { SegmentTool, type Prompt } from './segment';

const sight: Sight = {
  ...{ width: 40, height: 20, slack: 2, brush: 2, selected: [], skeleton: 0, canvas: null },
  ...{ under: () => [], pickAll: () => [], isEditable: () => true, snapMove: () => [0, 0] },
};
const square: Polygon = {
  rings: [
    [
      [5, 5],
      [15, 5],
      [15, 15],
      [5, 15],
    ],
  ],
};

function stage(makes: LabelKind = 'polygon', window = { x: 0, y: 0, width: 40, height: 20 }) {
  const asked: Prompt[] = [];
  const told: string[] = [];
  const answers: ((found: Polygon | null | Error) => void)[] = [];
  const tool = new SegmentTool({
    makes,
    window: () => window,
    ask: (prompt) => {
      asked.push(prompt);
      return new Promise((resolve, reject) =>
        answers.push((found) => (found instanceof Error ? reject(found) : resolve(found))),
      );
    },
    answered: (found) => void told.push(found),
  });
  const go = (type: 'down' | 'move' | 'up', at: Point, alt = false): readonly Effect[] => {
    const gesture: Gesture = { type, at, raw: at, shift: false, alt, mod: false };
    return tool.send(gesture, sight);
  };
  return {
    ...{ tool, asked, told },
    click(at: Point, alt = false) {
      go('down', at, alt);
      go('up', at, alt);
    },
    pull(from: Point, to: Point) {
      go('down', from);
      go('move', to);
      go('up', to);
    },
    say: (type: 'finish' | 'back' | 'cancel') => tool.send({ type }, sight),
    async answer(at: number, found: Polygon | null | Error) {
      answers[at]!(found);
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

describe('segment by clicks', () => {
  it('asks with every click so far, on and off, and shows the outline until Enter takes it', async () => {
    const { tool, asked, click, say, answer } = stage();
    click([10, 10]);
    await answer(0, square);
    click([2, 2], true);
    expect(asked[1]!.clicks).toEqual([
      { x: 10, y: 10, on: true },
      { x: 2, y: 2, on: false },
    ]);
    expect(tool.preview()?.shapes).toEqual([{ id: null, geometry: square }]);
    expect(tool.preview()?.clicks).toHaveLength(2);
    await answer(1, square);
    expect(say('finish')).toEqual([{ do: 'create', kind: 'polygon', geometry: square }]);
    expect(tool.isIdle).toBe(true);
    expect(tool.preview()).toBeNull();
  });
  it('makes a mask or a box where the project has no polygons', async () => {
    for (const kind of ['mask', 'box'] as const) {
      const { click, say, answer } = stage(kind);
      click([10, 10]);
      await answer(0, square);
      const [effect] = say('finish');
      if (effect?.do !== 'create') throw new Error('nothing was made');
      expect(effect.kind).toBe(kind);
      expect(kindOf(effect.geometry)).toBe(kind);
      expect(areaOf(effect.geometry)).toBe(100);
    }
  });
  it('takes a pull for a box, and clicks after it refine what is in it', async () => {
    const { asked, pull, click, answer } = stage();
    pull([4, 3], [50, 18]);
    expect(asked[0]).toMatchObject({ clicks: [], box: { x: 4, y: 3, width: 36, height: 15 } });
    await answer(0, square);
    click([8, 8], true);
    expect(asked[1]).toMatchObject({ box: { x: 4 }, clicks: [{ x: 8, y: 8, on: false }] });
  });
  it('takes clicks back one by one, then everything', async () => {
    const { tool, asked, click, say, answer } = stage();
    click([10, 10]);
    click([12, 12]);
    say('back');
    expect(asked[2]!.clicks).toHaveLength(1);
    await answer(2, square);
    say('back');
    expect(tool.isIdle).toBe(true);
    expect(asked).toHaveLength(3);
  });
  it('drops all on Escape, and does not show an answer that comes later', async () => {
    const { tool, told, click, say, answer } = stage();
    click([10, 10]);
    say('cancel');
    await answer(0, square);
    expect(tool.preview()).toBeNull();
    expect(told).toEqual([]);
  });
  it('shows the answer to the newest question, whichever comes last', async () => {
    const { tool, click, answer } = stage();
    click([10, 10]);
    click([12, 12]);
    await answer(1, square);
    await answer(0, null);
    expect(tool.preview()?.shapes).toHaveLength(1);
  });
  it('makes nothing of no outline, and says when asking failed', async () => {
    const { tool, told, click, say, answer } = stage();
    click([10, 10]);
    await answer(0, null);
    expect(say('finish')).toEqual([]);
    expect(tool.preview()?.says?.[0]).toBe('unsegmented');
    click([11, 11]);
    await answer(1, new Error('503'));
    expect(told).toEqual(['nothing', 'failed']);
    expect(tool.preview()?.clicks).toHaveLength(2);
  });
  it('looks at what was seen at the first click, and further only for clicks beyond', () => {
    const { asked, click } = stage('polygon', { x: 0, y: 0, width: 20, height: 20 });
    click([10, 10]);
    click([12, 12]);
    click([39, 12]);
    expect(asked.map(({ window }) => window?.width)).toEqual([20, 20, 39]);
  });
});
