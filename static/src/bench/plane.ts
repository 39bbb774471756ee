/**
 * Measures the plane in the browser: `await window.bench()` pans and zooms over 5,000 boxes on a
 * 4000 x 3000 picture, drags one, and picks. The caller may define `window.cpu()` (CPU milliseconds of the
 * whole browser so far), which is fair on a busy machine where frame intervals are not.
 */
import { AnnotationDocument } from '../core/document';
import type { Ontology } from '../core/ontology';
import { palette } from '../core/palette';
import type { Region } from '../core/region';
import { Session } from '../core/session';
import type { Backdrop } from '../surfaces/plane/backdrop';
import { PlaneView } from '../surfaces/plane/view';
import { frames, stats, type Frames, type Stats } from './frames';

interface Options {
  readonly boxes?: number;
  readonly frames?: number;
}
interface Report {
  readonly boxes: number;
  /** Index built and first picture drawn. */
  readonly open_ms: number;
  readonly pan: Frames;
  /** Every frame of a zoom draws all that is in view anew. */
  readonly zoom: Frames;
  readonly drag: Frames;
  readonly pick_ms: Stats;
}
const [imageWidth, imageHeight] = [4000, 3000];
const ontology: Ontology = {
  fields: { photo: { type: 'image' } },
  labels: [
    {
      id: 'object',
      on: 'photo',
      kind: 'box',
      classes: palette.map((color, i) => ({ id: `c${i}`, color })),
    },
  ],
};

let seed = 42;
const random = (): number => (seed = (seed * 1664525 + 1013904223) >>> 0) / 2 ** 32;

/** One box in five is turned. */
function makeRegion(i: number): Region {
  const [width, height] = [12 + random() * 60, 12 + random() * 50];
  const [x, y] = [random() * (imageWidth - width), random() * (imageHeight - height)];
  const geometry =
    random() < 0.2
      ? { cx: x + width / 2, cy: y + height / 2, width, height, angle: random() * 180 }
      : { x, y, width, height };
  const origin = { kind: random() < 0.1 ? 'prediction' : 'human' } as const;
  const classId = `c${Math.floor(random() * palette.length)}`;
  return {
    id: `r${i}`,
    label: 'object',
    on: 'photo',
    class: classId,
    geometry,
    attributes: {},
    origin,
  };
}

/** Soft blobs and noise, decoded like a photo. */
async function makePhoto(): Promise<Backdrop> {
  const canvas = new OffscreenCanvas(imageWidth, imageHeight);
  const ctx = canvas.getContext('2d')!;
  for (let i = 0; i < 400; i++) {
    ctx.fillStyle = `hsl(${random() * 360} 30% ${20 + random() * 50}% / 0.5)`;
    ctx.beginPath();
    ctx.arc(random() * imageWidth, random() * imageHeight, 40 + random() * 400, 0, 7);
    ctx.fill();
  }
  const photo = await createImageBitmap(canvas);
  const size = { width: imageWidth, height: imageHeight };
  return { size, draw: (ctx) => ctx.drawImage(photo, 0, 0) };
}

function makeHost(): HTMLElement {
  const host = document.createElement('div');
  Object.assign(host.style, { position: 'fixed', inset: '0', zIndex: '9999' });
  document.body.append(host);
  return host;
}

const bench = async ({ boxes = 5000, frames: count = 60 }: Options = {}): Promise<Report> => {
  const backdrop = await makePhoto();
  const regions = Array.from({ length: boxes }, (_, i) => makeRegion(i));
  const host = makeHost();
  const started = performance.now();
  const document = new AnnotationDocument({ regions, relations: [], answers: {} });
  const session = new Session(document, ontology);
  const value = { url: '' };
  const t = (key: string): string => key;
  const view = new PlaneView(
    { host, field: 'photo', value, task: null, document, session, ontology, t },
    backdrop,
  );
  view.stage.base.getImageData(0, 0, 1, 1);
  const drawn = performance.now();

  view.look({ x: 300, y: 200, scale: 0.5 });
  const pan = await frames(count, () => view.panBy(-4, -2.5));
  const zoom = await frames(count, (i) => view.zoomBy(i % 2 ? 1.05 : 1 / 1.04));
  const drag = await dragOne(view, count);
  const picks = Array.from({ length: 200 }, (_, i) => {
    const before = performance.now();
    view.scene.under([300 + i * 9, 200 + i * 6], 4);
    return performance.now() - before;
  });
  view.close();
  host.remove();
  return {
    boxes,
    open_ms: drawn - started,
    pan,
    zoom,
    drag,
    pick_ms: stats(picks),
  };
};

/** Presses on a region in the middle and pulls it along. */
async function dragOne(view: PlaneView, count: number): Promise<Frames> {
  const none = { shift: false, alt: false, mod: false };
  const [cx, cy] = view.centre;
  const [entry] = view.scene.within([cx - 200, cy - 200, cx + 200, cy + 200]);
  if (!entry) throw new Error('No box in the middle of the view; ask for more boxes.');
  const { bounds } = entry;
  const [x, y] = [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2];
  view.desk.press([x, y], none);
  const drag = await frames(count, (i) => {
    view.desk.move([x + i * 2, y + i], none);
    view.stage.invalidate('overlay');
  });
  view.desk.release([x + count * 2, y + count], none);
  return drag;
}

Object.assign(window, { bench });
