/** The tools of the plane, in the order of the tool bar. */
import type { Effect, Gesture, Preview, Sight, Tool } from '../../../core/tool';
import { brushTool, eraserTool } from './brush';
import { holeTool, polygonTool, polylineTool } from './chain';
import { boxTool, ellipseTool } from './drag';
import { keypointsTool } from './keypoints';
import { rotatedBoxTool } from './rotatedBox';
import { selectTool } from './select';

/** A tool with its state inside, so that the view may hold any of them. */
export interface Running {
  readonly id: string;
  readonly cursor: string;
  readonly makes: Tool<unknown>['makes'];
  readonly isIdle: boolean;
  send(gesture: Gesture, sight: Sight): readonly Effect[];
  preview(): Preview | null;
}

export function run<S>(tool: Tool<S>): Running {
  let state = tool.start;
  return {
    id: tool.id,
    cursor: tool.cursor,
    makes: tool.makes,
    get isIdle() {
      return tool.preview(state) === null;
    },
    send(gesture, sight) {
      const [next, effects] = tool.reduce(state, gesture, sight);
      state = next;
      return effects;
    },
    preview: () => tool.preview(state),
  };
}

/** `extra`: tools that only some surfaces have. */
export const startTools = (extra: readonly Running[] = []): ReadonlyMap<string, Running> =>
  new Map(
    [
      run(selectTool),
      run(boxTool),
      run(rotatedBoxTool),
      run(ellipseTool),
      run(polygonTool),
      run(holeTool),
      run(polylineTool),
      run(keypointsTool),
      run(brushTool),
      run(eraserTool),
      ...extra,
    ].map((tool) => [tool.id, tool]),
  );
