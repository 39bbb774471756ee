/** The region that the machine knows least about in a task: offered, brought into view, ringed. */
import { isSuggested, type Content, type Region } from '../../core/region';
import type { Work } from '../../live/types';
import type { Sheet } from './sheet.svelte';

/**
 * Adds the region asked about to what is suggested, where it is not among it: a place where one
 * may be missing. Where a pre-labeler speaks for its label, the model does not.
 */
export function withAsked(
  content: Content,
  work: Work,
  speaksFor: (one: Region) => boolean,
): Content {
  const region = work.why?.region;
  if (!region || content.regions.some(({ id }) => id === region.id)) return content;
  if (content.regions.some((one) => one.label === region.label && speaksFor(one))) return content;
  const [newest] = work.predictions
    .slice()
    .sort((a, b) => b.created_at.localeCompare(a.created_at));
  const whose = newest ? { prediction: newest.id, model_version: newest.model_version } : {};
  const asked: Region = { ...region, origin: { ...whose, kind: 'prediction' } };
  return { ...content, regions: [...content.regions, asked] };
}

/** The region asked about, as long as nobody has said anything of it. */
export function askedIn(sheet: Sheet): Region | null {
  const id = sheet.work.why?.region?.id;
  const region = id === undefined ? undefined : sheet.regions.find((one) => one.id === id);
  return region && isSuggested(region) ? region : null;
}

export function show(sheet: Sheet, { id }: Region): void {
  sheet.session.select([id]);
  sheet.reveal(id);
}
