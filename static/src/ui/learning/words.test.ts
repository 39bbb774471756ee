import { describe, expect, it } from 'vitest';
import { readReason, sentence, whyChosen } from './words';

const queried = { strategy: 'margin', probability: 0.52, reason: 'margin' };

describe('whyChosen', () => {
  it('says it with the figures when they are known', () => {
    expect(whyChosen(queried, 'Complaint')).toMatch(/52.?%.*Complaint/);
    expect(
      whyChosen(
        { ...queried, reason: { code: 'typical', params: { cluster_size: 37, covered: 0 } } },
        null,
      ),
    ).toContain('37');
  });
  it('says the half-light only of what lies in it', () => {
    const band = (probability: number) =>
      whyChosen({ strategy: 'seed_band', probability, reason: 'seed_band' }, 'Fault');
    expect(band(0.52)).toMatch(/^It lies in the half-light: 52.?% for “Fault”/);
    expect(band(0.26)).toMatch(/^No class reaches the half-light: only 26.?% for “Fault”/);
    expect(band(0.85)).toMatch(/^Nothing is left in the half-light/);
  });
  it('claims no doubt where the model is sure of all that is left', () => {
    const said = whyChosen({ ...queried, probability: 0.9996 }, 'Fault');
    expect(said).toMatch(/^The model is sure of .* 99\.9.?% for “Fault”/);
    expect(whyChosen({ ...queried, probability: 0.93 }, null)).toMatch(/^The model is sure of/);
    expect(whyChosen({ ...queried, probability: 0.7 }, 'Fault')).toMatch(/are close: only 70.?%/);
  });
  it('falls back to a plainer sentence rather than leave a place open', () => {
    expect(
      whyChosen({ strategy: 'typiclust', probability: null, reason: 'typical' }, null),
    ).not.toContain('{');
    expect(whyChosen({ ...queried, probability: null }, null)).toBe(
      'Its two likeliest classes are almost equally likely.',
    );
  });
  it('names the mark whose link is in doubt', () => {
    const reason = { code: 'link_unsure', params: { mark: 'red car', region: 'r1' } };
    expect(whyChosen({ strategy: 'links', probability: null, reason }, null)).toBe(
      'It is not clear what “red car” belongs to.',
    );
  });

  it('uses the strategy when no reason came, and names a code it does not know', () => {
    expect(whyChosen({ ...queried, probability: null, reason: null }, null)).toBe(
      'Its two likeliest classes are almost equally likely.',
    );
    expect(whyChosen({ strategy: 'novel', probability: null, reason: 'novel' }, null)).toContain(
      'novel',
    );
  });
  it('leaves a sentence as it is', () => {
    expect(
      whyChosen({ strategy: 'novel', probability: null, reason: 'Because I say so.' }, null),
    ).toBe('Because I say so.');
  });
});

it('sentence fills figures or passes a sentence through', () => {
  expect(
    sentence('learning.stop.why', { code: 'flat', params: { labels: 100, gain: 0.006 } }),
  ).toMatch(/100 labels .* 0\.6.?%/);
  expect(sentence('learning.stop.why', 'Go on, it still rises.')).toBe('Go on, it still rises.');
  expect(sentence('learning.stop.why', null)).toBe('');
});

it('readReason takes both shapes', () => {
  expect([readReason('margin'), readReason({ code: 'typical' }), readReason('')]).toEqual([
    { code: 'margin', params: {} },
    { code: 'typical', params: {} },
    null,
  ]);
});
