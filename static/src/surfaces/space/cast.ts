/** Draws points by three: one renderer, one buffer for each frame, a scissored viewport a view. */
import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  Color,
  DataTexture,
  GLSL3,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  LinearFilter,
  Matrix4,
  Points,
  RawShaderMaterial,
  RGBAFormat,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { localMatrix } from './enclosing';
import { colourAt, stride, type FrameCloud } from './loading';
import { bytesOf, ramp, rampSize } from './ramps';
import type { Rect, Sight } from './sight';
import { fragmentShader, vertexShader } from './shaders';

export type ColourBy = 'height' | 'intensity' | 'colour' | 'label' | 'camera';
export interface Style {
  readonly colourBy: ColourBy;
  /** CSS pixels. */
  readonly size: number;
  readonly hidesGround: boolean;
  readonly intensity: readonly [number, number];
  /** Metres above the ground that the ramp spans. */
  readonly heights: readonly [number, number];
}
export const groundClearance = 0.18;
const modes: { readonly [C in ColourBy]: number } = {
  height: 0,
  intensity: 1,
  colour: 2,
  label: 3,
  camera: 3,
};

interface Loaded {
  readonly cloud: FrameCloud;
  readonly points: Points<BufferGeometry, RawShaderMaterial>;
  readonly buffer: InterleavedBuffer;
  readonly above: BufferAttribute;
  readonly tint: BufferAttribute;
  /** How much of the cloud the graphics card has. */
  sent: number;
}

export class Cast {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new Camera();
  readonly #material: RawShaderMaterial;
  readonly #loaded = new Map<FrameCloud, Loaded>();
  #height = 1;

  constructor(canvas: HTMLCanvasElement) {
    this.#renderer = new WebGLRenderer({
      canvas,
      antialias: false,
      alpha: false,
      stencil: false,
      // Views are drawn bit by bit, over several frames.
      preserveDrawingBuffer: true,
      powerPreference: 'high-performance',
    });
    this.#renderer.autoClear = false;
    this.#camera.matrixAutoUpdate = false;
    this.#material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: {
        clip: { value: new Matrix4() },
        heightRamp: { value: texture('height') },
        intensityRamp: { value: texture('intensity') },
        mode: { value: 0 },
        size: { value: 2 },
        grows: { value: 0 },
        hidden: { value: -1e9 },
        intensityRange: { value: new Vector2(0, 1) },
        heightRange: { value: new Vector2(0, 3) },
        base: { value: new Vector3(0.5, 0.55, 0.62) },
      },
    });
  }
  resize(width: number, height: number, ratio: number): void {
    this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(width, height, false);
    this.#height = height;
  }
  /** How everything looks that is drawn from now on. */
  dress(ground: string, base: string, style: Style): void {
    const { uniforms } = this.#material;
    this.#renderer.setClearColor(new Color(ground), 1);
    (uniforms.base!.value as Vector3).set(...bytesOf(base)).divideScalar(255);
    uniforms.mode!.value = modes[style.colourBy];
    uniforms.hidden!.value = style.hidesGround ? groundClearance : -1e9;
    (uniforms.intensityRange!.value as Vector2).set(...style.intensity);
    (uniforms.heightRange!.value as Vector2).set(...style.heights);
  }
  clear(rect: Rect | null): void {
    if (rect) this.#aim(rect);
    this.#renderer.setScissorTest(rect !== null);
    this.#renderer.clear();
  }
  /** Points of a cloud in one view, over what is there; answers up to which it got. */
  draw(cloud: FrameCloud, sight: Sight, from: number, to: number, size: number): number {
    const loaded = this.#load(cloud);
    const end = Math.min(to, loaded.sent);
    if (end <= from) return from;
    const { uniforms } = this.#material;
    (uniforms.clip!.value as Matrix4).set(...clipMatrix(sight, cloud));
    uniforms.size!.value = size * this.#renderer.getPixelRatio();
    uniforms.grows!.value = sight.isFlat ? 0 : 1;
    this.#material.uniformsNeedUpdate = true;
    loaded.points.geometry.setDrawRange(from, end - from);
    this.#aim(sight.rect);
    this.#renderer.setScissorTest(true);
    this.#scene.children = [loaded.points];
    this.#renderer.render(this.#scene, this.#camera);
    return end;
  }
  #aim({ x, y, width, height }: Rect): void {
    const bottom = this.#height - y - height;
    this.#renderer.setViewport(x, bottom, width, height);
    this.#renderer.setScissor(x, bottom, width, height);
  }
  /** The colours laid over a cloud's points, to be written into and then sent. */
  tint(cloud: FrameCloud, write: (into: Uint8Array) => void): void {
    const { tint } = this.#load(cloud);
    write(tint.array as Uint8Array);
    tint.needsUpdate = true;
  }
  /** Its distances to the ground are others now. */
  stood(cloud: FrameCloud): void {
    const loaded = this.#loaded.get(cloud);
    if (loaded) loaded.above.needsUpdate = true;
  }
  /** Lets go of clouds that are not among these. */
  keep(clouds: ReadonlySet<FrameCloud>): void {
    for (const [cloud, { points }] of this.#loaded)
      if (!clouds.has(cloud)) {
        points.geometry.dispose();
        this.#loaded.delete(cloud);
      }
  }
  /** Waits for what was drawn: without a graphics card drawing is work of ours to be measured. */
  finish(): void {
    const gl = this.#renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }
  close(): void {
    this.keep(new Set());
    this.#material.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #load(cloud: FrameCloud): Loaded {
    let loaded = this.#loaded.get(cloud);
    if (!loaded) {
      loaded = made(cloud, this.#material);
      this.#loaded.set(cloud, loaded);
    }
    if (loaded.sent < cloud.count) {
      const [from, more] = [loaded.sent, cloud.count - loaded.sent];
      if (from) {
        loaded.buffer.addUpdateRange(from * stride, more * stride);
        loaded.above.addUpdateRange(from, more);
      }
      loaded.buffer.needsUpdate = true;
      loaded.above.needsUpdate = true;
      loaded.sent = cloud.count;
    }
    return loaded;
  }
}

function made(cloud: FrameCloud, material: RawShaderMaterial): Loaded {
  const geometry = new BufferGeometry();
  const buffer = new InterleavedBuffer(cloud.floats, stride);
  const above = new BufferAttribute(cloud.above, 1);
  const tint = new BufferAttribute(new Uint8Array(cloud.total * 4), 4, true);
  geometry.setAttribute('position', new InterleavedBufferAttribute(buffer, 3, 0));
  geometry.setAttribute('intensity', new InterleavedBufferAttribute(buffer, 1, 3));
  // The colour's four bytes travel as one float: the shader takes its bits apart.
  geometry.setAttribute('packed', new InterleavedBufferAttribute(buffer, 1, colourAt));
  geometry.setAttribute('above', above);
  geometry.setAttribute('tint', tint);
  const points = new Points(geometry, material);
  points.frustumCulled = false;
  return { cloud, points, buffer, above, tint, sent: 0 };
}
function texture(name: 'height' | 'intensity'): DataTexture {
  const found = new DataTexture(ramp(name), rampSize, 1, RGBAFormat);
  found.minFilter = found.magFilter = LinearFilter;
  found.needsUpdate = true;
  return found;
}
type Sixteen = Parameters<Matrix4['set']>;

/** From metres less the origin to the clip space of a view. */
function clipMatrix(sight: Sight, cloud: FrameCloud): Sixteen {
  const m = localMatrix(sight, cloud.origin);
  const { x, y, width, height }: Rect = sight.rect;
  const row = (i: number): number[] => m.slice(4 * i, 4 * i + 4);
  const [px, py, depth, w] = [row(0), row(1), row(2), row(3)];
  const mix = (a: number[], by: number, b: number[], times: number): number[] =>
    a.map((one, i) => one * by + b[i]! * times);
  const { near, far } = sight;
  const across = mix(px, 2 / width, w, -1 - (2 * x) / width);
  const up = mix(py, -2 / height, w, 1 + (2 * y) / height);
  const constant = [0, 0, 0, 1];
  const deep = sight.isFlat
    ? mix(depth, 2 / (far - near), constant, -(far + near) / (far - near))
    : mix(depth, (far + near) / (far - near), constant, (-2 * far * near) / (far - near));
  return [...across, ...up, ...deep, ...w] as unknown as Sixteen;
}
