/** What the graphics card does with each point. */

export const vertexShader = /* glsl */ `
precision highp float;
precision highp int;
uniform mat4 clip;
uniform sampler2D heightRamp, intensityRamp;
uniform int mode;
uniform float size, grows, hidden;
uniform vec2 intensityRange, heightRange;
uniform vec3 base;
in vec3 position;
in float intensity, packed, above;
in vec4 tint;
out vec3 colour;

void main() {
  gl_Position = clip * vec4(position, 1.0);
  // What is near is drawn larger, up to three times: neighbours close the gaps between them.
  gl_PointSize = size * (1.0 + grows * clamp(14.0 / max(gl_Position.w, 4.0) - 0.5, 0.0, 2.0));
  float strength = clamp((intensity - intensityRange.x) / (intensityRange.y - intensityRange.x), 0.0, 1.0);
  float height = clamp((above - heightRange.x) / (heightRange.y - heightRange.x), 0.0, 1.0);
  if (mode == 0) {
    // Intensity shades the height: markings on the road stay legible.
    colour = texture(heightRamp, vec2(height, 0.5)).rgb * (0.72 + 0.28 * strength);
  } else if (mode == 1) {
    colour = texture(intensityRamp, vec2(sqrt(strength), 0.5)).rgb;
  } else if (mode == 2) {
    uint bits = floatBitsToUint(packed);
    colour = vec3(bits & 255u, (bits >> 8u) & 255u, (bits >> 16u) & 255u) / 255.0;
  } else {
    colour = base * (0.65 + 0.35 * height);
  }
  colour = mix(colour, tint.rgb, tint.a);
  // Beyond the far end of everything: the point is not there.
  if (above < hidden && tint.a < 0.5) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

export const fragmentShader = /* glsl */ `
precision mediump float;
in vec3 colour;
out vec4 pixel;

void main() {
  pixel = vec4(colour, 1.0);
}`;
