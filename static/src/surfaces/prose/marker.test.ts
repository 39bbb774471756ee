import { expect, test } from 'vitest';
import { AnnotationDocument } from '../../core/document';
import type { Ontology } from '../../core/ontology';
import type { Region, Span } from '../../core/region';
import { Session } from '../../core/session';
import { Marker } from './marker';

const classes = ['PER', 'LOC'].map((id) => ({ id }));
const ontology: Ontology = {
  fields: { text: { type: 'text' } },
  labels: [{ id: 'entity', on: 'text', kind: 'span', classes }],
};
function setUp(text: string, regions: Region[] = []) {
  const document = new AnnotationDocument({ regions, relations: [], answers: {} });
  const session = new Session(document, ontology, { label: 'entity', class: 'PER' });
  const notices: string[] = [];
  const marker = new Marker(text, 'text', session, (key) => notices.push(key));
  const mark = (surface: string, after = 0) => {
    const from = text.indexOf(surface, after);
    return marker.create({ from, to: from + surface.length });
  };
  const spans = () =>
    document.regions().map(({ geometry, text: surface }) => {
      const { start, end } = geometry as Span;
      expect([...text].slice(start, end).join('')).toBe(surface);
      return [start, end];
    });
  return { document, session, marker, mark, spans, notices };
}

test('after emoji and combining letters the offsets are code points of the stored text', () => {
  const { mark, spans } = setUp('💩 Hi Zoe\u0308 👩‍🚀 met 北京 team');
  for (const surface of ['Zoe\u0308', '👩‍🚀', '北京', 'team']) mark(surface);
  expect(spans()).toEqual([
    [5, 9],
    [10, 13],
    [18, 20],
    [21, 25],
  ]);
});

test('CRLF and tabs count as they are stored', () => {
  const { mark, spans } = setUp('Guest: Ann\r\nHotel: Four Oaks\r\n\nStay:\t3 nights\n\r\nEnd ');
  for (const surface of ['Ann', 'Four Oaks', '3 nights', 'End']) mark(surface);
  expect(spans()).toEqual([
    [7, 10],
    [19, 28],
    [37, 45],
    [48, 51],
  ]);
});

test('a span at the end of right-to-left text ends with the text', () => {
  const text = 'مرحبا بكم في Oslo 👋 شكرًا';
  const { mark, spans } = setUp(text);
  mark('شكرًا');
  expect(spans()).toEqual([[20, [...text].length]]);
});

test('nested, crossing and touching spans are kept; the same one twice is refused with a word', () => {
  const { marker, session, spans, notices } = setUp('Bank of Northern Norway branch office');
  const stretches = [
    [0, 23],
    [17, 23],
    [8, 30],
    [24, 27],
    [27, 30],
  ] as const;
  for (const [from, to] of stretches) marker.create({ from, to });
  marker.create({ from: 17, to: 23 });
  expect(spans()).toEqual(stretches);
  expect(notices).toEqual(['annotate.prose.twice']);
  session.set({ class: 'LOC' });
  marker.create({ from: 17, to: 23 });
  expect(spans()).toHaveLength(6);
});

test('marking what the model suggested confirms it instead of adding a second', () => {
  const region: Region = {
    id: 'p',
    label: 'entity',
    on: 'text',
    class: 'PER',
    geometry: { start: 0, end: 3 },
    attributes: {},
    origin: { kind: 'prediction', prediction: '1' },
    text: 'Ann',
  };
  const { mark, document } = setUp('Ann', [region]);
  mark('Ann');
  expect(document.regions().map(({ origin }) => origin)).toEqual([
    { kind: 'human', prediction: '1', edited: false },
  ]);
});

test('dragging an end changes place and words together, and a locked span stays', () => {
  const { mark, marker, session, document } = setUp('Ann Lee');
  const made = mark('Ann')!;
  marker.reshape(made.id, { from: 0, to: 7 });
  expect(document.region(made.id)).toMatchObject({
    geometry: { start: 0, end: 7 },
    text: 'Ann Lee',
  });
  session.toggle('locked', [made.id]);
  marker.reshape(made.id, { from: 0, to: 3 });
  expect(document.region(made.id)?.text).toBe('Ann Lee');
});

test('marking all hits is one step to undo', () => {
  const { marker, document } = setUp('a b a');
  expect(
    marker.createAll([
      { from: 0, to: 1 },
      { from: 4, to: 5 },
    ]),
  ).toBe(2);
  document.undo();
  expect(document.regions()).toEqual([]);
});

test('nothing is marked while reading only, or without a class', () => {
  const { marker, session } = setUp('Ann');
  session.set({ label: null });
  expect(marker.create({ from: 0, to: 3 })).toBeNull();
  session.set({ label: 'entity', readonly: true });
  expect(marker.create({ from: 0, to: 3 })).toBeNull();
});
