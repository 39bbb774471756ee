/** How volumes are looked at, kept from task to task while the page is open. */
import type { SlicePlane } from '../../core/region';

export interface VolumeSettings {
  /** The large plane. */
  readonly main: SlicePlane;
  /** Only the large one is shown. */
  readonly isSingle: boolean;
  readonly hasLines: boolean;
}

let settings: VolumeSettings = { main: 'axial', isSingle: false, hasLines: true };

export const volumeSettings = (): VolumeSettings => settings;
export function setVolume(patch: Partial<VolumeSettings>): void {
  settings = { ...settings, ...patch };
}
