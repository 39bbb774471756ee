/** Draws many points: by the graphics card where there is one, else point by point into a picture. */
import type { Camera, Size } from './camera';
import { CanvasScatter } from './canvasScatter';
import { GlScatter } from './glScatter';
import type { Painted } from './paint';

export interface Scatter {
  /** How it draws, for whoever measures. */
  readonly means: 'webgl' | 'canvas';
  place(x: Float32Array, y: Float32Array): void;
  paint(painted: Painted): void;
  /** `camera`, `size` and `side` in pixels of the canvas. */
  draw(camera: Camera, size: Size, side: number): void;
  close(): void;
}

export function makeScatter(canvas: HTMLCanvasElement): Scatter {
  const gl = hasCard()
    ? canvas.getContext('webgl2', { antialias: false, powerPreference: 'high-performance' })
    : null;
  const made = gl && GlScatter.on(gl);
  if (made) return made;
  const flat = canvas.getContext('2d');
  if (!flat) throw new Error('This browser draws no canvas.');
  return new CanvasScatter(flat);
}

const IMITATED = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** A card that is only imitated is many times slower than our own loop, and does not always say so. */
function hasCard(): boolean {
  const gl = document
    .createElement('canvas')
    .getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const named = gl.getExtension('WEBGL_debug_renderer_info');
  const card = named ? String(gl.getParameter(named.UNMASKED_RENDERER_WEBGL)) : '';
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return !IMITATED.test(card);
}
