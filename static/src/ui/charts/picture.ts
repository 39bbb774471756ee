/**
 * A drawn SVG painted again on a canvas, as it looks on the screen: its styles come from the page,
 * so themes and web fonts hold, which an SVG loaded as an image would lose.
 */

const SHAPES = 'path, rect, circle, line, text';

export function paintPicture(svg: SVGSVGElement, scale = 2): HTMLCanvasElement {
  const { width, height } = svg.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const pen = canvas.getContext('2d')!;
  pen.scale(scale, scale);
  pen.fillStyle = groundOf(svg);
  pen.fillRect(0, 0, width, height);
  for (const shape of svg.querySelectorAll<SVGGraphicsElement>(SHAPES))
    if (!shape.closest('defs, [data-screen-only]')) paintShape(pen, shape);
  return canvas;
}

export async function pictureBlob(svg: SVGSVGElement): Promise<Blob> {
  const canvas = paintPicture(svg);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('toBlob'))), 'image/png'),
  );
}

function paintShape(pen: CanvasRenderingContext2D, shape: SVGGraphicsElement): void {
  const style = getComputedStyle(shape);
  if (style.display === 'none' || style.visibility === 'hidden') return;
  const matrix = shape.getCTM();
  pen.save();
  if (matrix) pen.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
  pen.globalAlpha = opacityOf(shape);
  if (shape instanceof SVGTextElement) paintText(pen, shape, style);
  else paintPath(pen, new Path2D(outline(shape)), shape, style);
  pen.restore();
}

function paintPath(
  pen: CanvasRenderingContext2D,
  path: Path2D,
  shape: SVGGraphicsElement,
  style: CSSStyleDeclaration,
): void {
  const alpha = pen.globalAlpha;
  const fill = paintOf(pen, style.fill, shape);
  if (fill) {
    pen.globalAlpha = alpha * Number(style.fillOpacity);
    pen.fillStyle = fill;
    pen.fill(path);
  }
  const stroke = paintOf(pen, style.stroke, shape);
  if (!stroke) return;
  pen.globalAlpha = alpha * Number(style.strokeOpacity);
  pen.strokeStyle = stroke;
  pen.lineWidth = parseFloat(style.strokeWidth) || 1;
  pen.lineJoin = 'round';
  pen.setLineDash(
    style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[ ,]+/).map(parseFloat),
  );
  pen.stroke(path);
}

function paintText(
  pen: CanvasRenderingContext2D,
  text: SVGTextElement,
  style: CSSStyleDeclaration,
): void {
  const [x, y] = [text.x.baseVal, text.y.baseVal].map((list) =>
    list.numberOfItems ? list.getItem(0).value : 0,
  );
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  pen.textAlign =
    ({ middle: 'center', end: 'right' } as const)[style.textAnchor as 'middle' | 'end'] ?? 'left';
  pen.textBaseline = style.dominantBaseline === 'auto' ? 'alphabetic' : 'middle';
  pen.fillStyle = style.fill;
  pen.fillText(text.textContent ?? '', x!, y!);
}

/** Path data of the plain shapes, so that one painter serves all. */
function outline(shape: SVGGraphicsElement): string {
  const n = (name: string) => Number(shape.getAttribute(name) ?? 0);
  if (shape instanceof SVGPathElement) return shape.getAttribute('d') ?? '';
  if (shape instanceof SVGLineElement) return `M${n('x1')} ${n('y1')}L${n('x2')} ${n('y2')}`;
  if (shape instanceof SVGCircleElement) {
    const [x, y, r] = [n('cx'), n('cy'), n('r')];
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  }
  const [x, y, w, h, r] = [n('x'), n('y'), n('width'), n('height'), n('rx')];
  const bend = (dx: number, dy: number) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : '');
  return `M${x + r} ${y}h${w - 2 * r}${bend(r, r)}v${h - 2 * r}${bend(-r, r)}h${2 * r - w}${bend(-r, -r)}v${2 * r - h}${bend(r, -r)}z`;
}

function paintOf(
  pen: CanvasRenderingContext2D,
  paint: string,
  shape: SVGGraphicsElement,
): string | CanvasGradient | null {
  if (paint === 'none' || paint === '') return null;
  const id = /url\("?#([^")]+)"?\)/.exec(paint)?.[1];
  if (!id) return paint;
  const source = shape.ownerSVGElement?.querySelector<SVGLinearGradientElement>(
    `[id="${CSS.escape(id)}"]`,
  );
  return source ? gradient(pen, source) : null;
}

function gradient(pen: CanvasRenderingContext2D, source: SVGLinearGradientElement): CanvasGradient {
  const [x1, x2] = ['x1', 'x2'].map((name) => Number(source.getAttribute(name)));
  const made = pen.createLinearGradient(x1!, 0, x2!, 0);
  for (const stop of source.querySelectorAll('stop'))
    made.addColorStop(Number(stop.getAttribute('offset')), getComputedStyle(stop).stopColor);
  return made;
}

function opacityOf(shape: Element): number {
  let opacity = 1;
  for (let at: Element | null = shape; at instanceof SVGElement; at = at.parentElement)
    opacity *= Number(getComputedStyle(at).opacity);
  return opacity;
}

/** The first ground that is not see-through, from the plot outwards. */
function groundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return 'white';
}
