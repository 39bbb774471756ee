/** Points by WebGL 2: positions and colours stay on the card, a frame sends three numbers. */
import type { Camera, Size } from './camera';
import type { Painted } from './paint';
import type { Scatter } from './scatter';

const VERTEX = `#version 300 es
in vec2 place;
in vec4 colour;
uniform vec4 view;
uniform float side;
out vec4 ink;
void main() {
  // A point that is not drawn is put out of sight.
  gl_Position = colour.a == 0.0 ? vec4(2.0, 2.0, 0.0, 1.0)
    : vec4((place - view.xy) * view.zw, 0.0, 1.0);
  gl_PointSize = side;
  ink = colour;
}`;
const FRAGMENT = `#version 300 es
precision mediump float;
in vec4 ink;
out vec4 shown;
void main() {
  float edge = fwidth(gl_PointCoord.x) * 1.2;
  float cover = 1.0 - smoothstep(0.5 - edge, 0.5, length(gl_PointCoord - 0.5));
  shown = vec4(ink.rgb, 1.0) * cover;
}`;

export class GlScatter implements Scatter {
  readonly means = 'webgl';
  #count = 0;

  private constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly view: WebGLUniformLocation,
    private readonly side: WebGLUniformLocation,
    private readonly buffers: { place: WebGLBuffer; colour: WebGLBuffer; order: WebGLBuffer },
  ) {}

  /** Null where the card refuses the program. */
  static on(gl: WebGL2RenderingContext): GlScatter | null {
    const program = linked(gl);
    const view = program && gl.getUniformLocation(program, 'view');
    const side = program && gl.getUniformLocation(program, 'side');
    if (!program || !view || !side) return null;
    gl.useProgram(program);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const attribute = (name: string, size: number, type: number, normal: boolean) => {
      const buffer = gl.createBuffer();
      const at = gl.getAttribLocation(program, name);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, size, type, normal, 0, 0);
      return buffer;
    };
    return new GlScatter(gl, view, side, {
      place: attribute('place', 2, gl.FLOAT, false),
      colour: attribute('colour', 4, gl.UNSIGNED_BYTE, true),
      order: gl.createBuffer(),
    });
  }

  place(x: Float32Array, y: Float32Array): void {
    const pairs = new Float32Array(2 * x.length);
    for (let i = 0; i < x.length; i++) {
      pairs[2 * i] = x[i]!;
      pairs[2 * i + 1] = y[i]!;
    }
    this.#fill(this.gl.ARRAY_BUFFER, this.buffers.place, pairs);
  }
  paint({ colours, order }: Painted): void {
    this.#fill(this.gl.ARRAY_BUFFER, this.buffers.colour, colours);
    this.#fill(this.gl.ELEMENT_ARRAY_BUFFER, this.buffers.order, order);
    this.#count = order.length;
  }
  draw(camera: Camera, size: Size, side: number): void {
    const { gl } = this;
    gl.viewport(0, 0, size.width, size.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const [wide, high] = [(2 * camera.scale) / size.width, (-2 * camera.scale) / size.height];
    gl.uniform4f(this.view, camera.x, camera.y, wide, high);
    gl.uniform1f(this.side, side);
    gl.drawElements(gl.POINTS, this.#count, gl.UNSIGNED_INT, 0);
  }
  close(): void {
    for (const buffer of Object.values(this.buffers)) this.gl.deleteBuffer(buffer);
  }

  #fill(target: number, buffer: WebGLBuffer, data: Float32Array | Uint32Array): void {
    this.gl.bindBuffer(target, buffer);
    this.gl.bufferData(target, data, this.gl.STATIC_DRAW);
  }
}

function linked(gl: WebGL2RenderingContext): WebGLProgram | null {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : null;
}
