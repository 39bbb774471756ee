/** What steps, models and what passes between them are called. */
import { formatNumber, formatPercent, t } from '../../text';
import type { FlowModel, FlowNode, Stream } from './wire';

export const OWN = 'own';

export function modelName({ id, title }: Pick<FlowModel, 'id' | 'title'>): string {
  if (title) return title;
  return id === OWN ? t('flows.own') : t(`prelabelers.of.${id}.name`);
}

/** What passes on: "boxes", "cuttings", "a text". */
export function streamText({ shape, type, kind }: Stream): string {
  if (shape === 'marks' || shape === 'answers') return t(`base.label_kind.${kind}`);
  if (shape === 'crops') return t(`flows.passes.crops_${type === 'image' ? 'image' : 'text'}`);
  return t(`base.field_type.${type}`);
}

/** The settings of a step in few words; those that change nothing are left out. */
export function settingsText({ step, settings }: FlowNode): string {
  const number = (name: string) => Number(settings[name]);
  switch (step) {
    case 'resize':
      return t('flows.told.resize', { px: formatNumber(number('longest_px')) });
    case 'crop':
      return t('flows.told.crop', { share: formatPercent(number('margin')) });
    case 'keep':
      return [
        t('flows.told.least', { share: formatPercent(number('least')) }),
        settings.classes ? String(settings.classes) : '',
        t('flows.told.most', { count: number('most') }),
      ]
        .filter(Boolean)
        .join(' · ');
    default:
      return '';
  }
}
