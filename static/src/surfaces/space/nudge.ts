/** Moving, resizing and turning by keys: a held key is one undo step. */
import type { Cuboid } from '../../core/region';
import { HeldKey } from '../heldKey';
import { flipped, quartered, shifted, standing, swollen, turnedOwn } from './cuboid';
import { heightAt } from './ground';
import { changedAt } from './sequence';
import type { SpaceView } from './view';

type Change = (cuboid: Cuboid, view: SpaceView) => Cuboid;
const step = 0.05;
const degree = Math.PI / 180;
const shift =
  (x: number, y: number, z: number): Change =>
  (cuboid) =>
    shifted(cuboid, [x * step, y * step, z * step]);
const swell =
  (axis: 0 | 1 | 2, by: number): Change =>
  (cuboid) => {
    const grown = swollen(cuboid, axis, by * step);
    // Things grow upward from the ground that they stand on.
    return axis === 2 ? shifted(grown, [0, 0, (grown.size[2] - cuboid.size[2]) / 2]) : grown;
  };
const turn =
  (axis: 0 | 1 | 2, by: number): Change =>
  (cuboid) =>
    turnedOwn(cuboid, axis, by * degree);

const changes: { readonly [command: string]: Change } = {
  'space.forward': shift(1, 0, 0),
  'space.backward': shift(-1, 0, 0),
  'space.left': shift(0, 1, 0),
  'space.right': shift(0, -1, 0),
  'space.raise': shift(0, 0, 1),
  'space.lower': shift(0, 0, -1),
  'space.longer': swell(0, 1),
  'space.shorter': swell(0, -1),
  'space.wider': swell(1, 1),
  'space.narrower': swell(1, -1),
  'space.taller': swell(2, 1),
  'space.flatter': swell(2, -1),
  'space.turnLeft': turn(2, 1),
  'space.turnRight': turn(2, -1),
  'space.pitchUp': turn(1, -1),
  'space.pitchDown': turn(1, 1),
  'space.rollLeft': turn(0, -1),
  'space.rollRight': turn(0, 1),
  'space.flip': flipped,
  'space.quarter': quartered,
  'space.stand': (cuboid, { cloud }) =>
    cloud ? standing(cuboid, heightAt(cloud.ground, cuboid.center[0], cuboid.center[1])) : cuboid,
};

export class Nudger {
  readonly #held: HeldKey;

  constructor(private readonly view: SpaceView) {
    this.#held = new HeldKey(view.place.document);
  }
  run(command: string): boolean {
    const change = changes[command];
    if (!change) return false;
    const { place, scenery, editor, store } = this.view;
    const { frame } = store.state;
    const chosen = new Set(place.session.state.selection);
    const seen = scenery
      .seen(frame)
      .filter(({ region }) => chosen.has(region.id) && editor.isEditable(region.id));
    if (!seen.length) return false;
    this.#held.change(() => {
      for (const { region, cuboid } of seen)
        place.document.editRegion(region.id, {
          geometry: changedAt(region, frame, change(cuboid, this.view)),
        });
    });
    return true;
  }
  end(): void {
    this.#held.end();
  }
  close(): void {
    this.#held.close();
  }
}
