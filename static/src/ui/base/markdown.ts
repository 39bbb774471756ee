/** Guidelines are Markdown; this reads the part people use into plain data, so that no HTML is ever made of it. */

export type Inline =
  | { kind: 'text' | 'strong' | 'em' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  /** `src` is null where the picture would come from somewhere else. */
  | { kind: 'picture'; text: string; src: string | null };
export type Block =
  | { kind: 'heading'; level: 2 | 3 | 4; content: Inline[] }
  | { kind: 'paragraph' | 'quote'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' };

const INLINE =
  /!\[([^\]]*)\]\(([^)\s]+)\)|`([^`]+)`|\*\*([^*]+)\*\*|__([^_]+)__|\*([^*\s][^*]*)\*|\b_([^_]+)_\b|\[([^\]]+)\]\(([^)\s]+)\)/g;
const ITEM = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/;

export function readMarkdown(source: string): Block[] {
  const lines = source.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const [block, next] = readBlock(lines, at);
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

function readBlock(lines: string[], at: number): [Block | null, number] {
  const line = lines[at] ?? '';
  if (!line.trim()) return [null, at + 1];
  if (line.startsWith('```')) return readCode(lines, at);
  if (/^ {0,3}([-*_])(\s*\1){2,}\s*$/.test(line)) return [{ kind: 'rule' }, at + 1];
  const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
  if (heading) {
    const level = Math.min(4, (heading[1] ?? '').length + 1) as 2 | 3 | 4;
    return [{ kind: 'heading', level, content: readInline(heading[2] ?? '') }, at + 1];
  }
  if (ITEM.test(line)) return readList(lines, at);
  return readParagraph(lines, at);
}

function readCode(lines: string[], at: number): [Block, number] {
  let end = at + 1;
  while (end < lines.length && !lines[end]?.startsWith('```')) end++;
  return [{ kind: 'code', text: lines.slice(at + 1, end).join('\n') }, end + 1];
}

function readList(lines: string[], at: number): [Block, number] {
  const items: Inline[][] = [];
  const ordered = ITEM.exec(lines[at] ?? '')?.[1] !== undefined;
  let end = at;
  for (let found = ITEM.exec(lines[end] ?? ''); found; found = ITEM.exec(lines[++end] ?? ''))
    items.push(readInline(found[2] ?? ''));
  return [{ kind: 'list', ordered, items }, end];
}

function readParagraph(lines: string[], at: number): [Block, number] {
  const quoted = (lines[at] ?? '').startsWith('>');
  let end = at;
  while (
    end < lines.length &&
    lines[end]?.trim() &&
    (end === at || !/^(#|```|>)/.test(lines[end] ?? '') || quoted) &&
    (end === at || !ITEM.test(lines[end] ?? ''))
  )
    end++;
  const text = lines
    .slice(at, end)
    .map((line) => line.replace(/^>\s?/, ''))
    .join(' ');
  return [{ kind: quoted ? 'quote' : 'paragraph', content: readInline(text) }, end];
}

export function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let last = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > last) parts.push({ kind: 'text', text: text.slice(last, found.index) });
    parts.push(inlineOf(found));
    last = found.index + found[0].length;
  }
  if (last < text.length) parts.push({ kind: 'text', text: text.slice(last) });
  return parts;
}

function inlineOf(found: RegExpMatchArray): Inline {
  const [whole, alt, src, code, strong, strong2, em, em2, text, href] = found;
  if (src !== undefined) return { kind: 'picture', text: alt ?? '', src: ownPicture(src) };
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong ?? strong2) return { kind: 'strong', text: strong ?? strong2 ?? '' };
  if (em ?? em2) return { kind: 'em', text: em ?? em2 ?? '' };
  // Only web and mail addresses become links: never javascript: or data:.
  if (text !== undefined && href !== undefined && /^(https?:\/\/|mailto:)/i.test(href))
    return { kind: 'link', text, href };
  return { kind: 'text', text: text ?? whole };
}

/**
 * Pictures come from this server alone: one from elsewhere would tell that server who reads the
 * guidelines, and when. A backslash or a second slash would lead away.
 */
const ownPicture = (src: string): string | null =>
  /^\/(media|static)\/[^/\\][^\\]*$/.test(src) ? src : null;
