/** The magic wand: a press takes what looks alike; pulling to the right makes it take more. */
import { maskToPolygon } from '../../../core/geometry/contour';
import {
  flood,
  maskOf,
  merged,
  resized,
  type Bits,
  type Pixels,
} from '../../../core/geometry/flood';
import type { Mask, PlaneGeometry, Point } from '../../../core/region';
import type { Effect, PointerGesture, Sight, Tool } from '../../../core/tool';

interface Held {
  readonly from: Point;
  readonly tolerance: number;
  readonly erase: boolean;
  readonly bits: Bits;
}
type State = Held | null;

const usual = 24;
/** How many pixels an outline may stray from what was taken. */
const stray = 1;

/** `makes`: a mask where the project paints any, else a polygon. */
export function wandTool(pixels: () => Pixels | null, makes: 'mask' | 'polygon'): Tool<State> {
  /** The last tolerance stays for the next press. */
  let tolerance = usual;

  function take(at: Point, sight: Sight): Bits | null {
    const source = pixels();
    if (!source) return null;
    const x = Math.floor((at[0] * source.width) / sight.width);
    const y = Math.floor((at[1] * source.height) / sight.height);
    if (x < 0 || y < 0 || x >= source.width || y >= source.height) return null;
    return resized(flood(source, x, y, tolerance), {
      width: sight.width,
      height: sight.height,
    });
  }
  function start({ raw, shift }: PointerGesture, sight: Sight): State {
    const bits = take(raw, sight);
    return bits && { from: raw, tolerance, erase: shift, bits };
  }
  function pull(state: Held, { raw }: PointerGesture, sight: Sight): State {
    const by = Math.round(((raw[0] - state.from[0]) / sight.slack) * 2);
    const wanted = Math.max(0, Math.min(255, state.tolerance + by));
    if (wanted === tolerance) return state;
    tolerance = wanted;
    const bits = take(state.from, sight);
    return bits && { ...state, bits };
  }
  function effectsOf(state: Held, sight: Sight): Effect[] {
    if (makes === 'polygon') {
      const geometry = maskToPolygon(maskOf(state.bits), stray);
      return geometry ? [{ do: 'create', kind: 'polygon', geometry }] : [];
    }
    return paintInto(sight, state.bits, state.erase);
  }

  return {
    id: 'wand',
    cursor: 'cell',
    makes,
    start: null,
    reduce(state, gesture, sight) {
      switch (gesture.type) {
        case 'down':
          return [start(gesture, sight), []];
        case 'move':
          return [state && pull(state, gesture, sight), []];
        case 'up':
          return [null, state ? effectsOf(state, sight) : []];
        case 'cancel':
          return [null, []];
        default:
          return [state, []];
      }
    },
    preview(state) {
      if (!state) return null;
      const mask = maskOf(state.bits);
      const geometry: PlaneGeometry =
        makes === 'mask' ? mask : (maskToPolygon(mask, stray) ?? mask);
      return { shapes: [{ id: null, geometry }], says: ['tolerance', { value: tolerance }] };
    },
  };
}

/** Into the selected mask, or a new one; what is erased wholly goes. */
export function paintInto(sight: Sight, bits: Bits, erase: boolean): Effect[] {
  const target = sight.canvas;
  if (!target)
    return erase ? [] : [{ do: 'create', kind: 'mask', geometry: merged(null, bits, false) }];
  if (!sight.isEditable(target.id)) return [];
  const geometry = merged(target.geometry, bits, erase);
  return isBlank(geometry)
    ? [{ do: 'remove', ids: [target.id] }]
    : [{ do: 'reshape', shapes: [{ id: target.id, geometry }] }];
}

const isBlank = ({ counts }: Mask): boolean => counts.length < 2;
