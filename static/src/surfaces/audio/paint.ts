/** Draws the sound: a lane of waveform a channel, and the spectrogram under them. */
import { clipped } from '../axis/paint';
import type { Rect } from '../axis/layout';
import { audioSettings } from './settings';
import { placeOf } from './spectrum';
import type { AudioView } from './view';

type Ctx = CanvasRenderingContext2D;
const least_px = 44;

interface Parts {
  readonly waves: readonly Rect[];
  readonly spectrum: Rect | null;
}
/** Without room for both the waveform goes first. */
export function partsOf(media: Rect, channels: number, wantsSpectrum: boolean): Parts {
  const hasSpectrum = wantsSpectrum && media.height >= 3 * least_px;
  const below = hasSpectrum ? Math.round(media.height * 0.46) : 0;
  const each = (media.height - below) / channels;
  const waves = Array.from({ length: channels }, (_, at) => ({
    ...media,
    top: media.top + at * each,
    height: each,
  }));
  const spectrum = hasSpectrum
    ? { ...media, top: media.top + media.height - below, height: below }
    : null;
  return { waves, spectrum };
}

export function paintSound(view: AudioView, ctx: Ctx): void {
  const { theme } = view.board;
  const { media } = view.layout;
  const { spectrogram } = audioSettings();
  const { waves, spectrum } = partsOf(media, view.channels, spectrogram);
  waves.forEach((rect, channel) => {
    ctx.fillStyle = theme.sunk;
    ctx.fillRect(rect.left, rect.top, rect.width, rect.height - 1);
    clipped(ctx, rect, () =>
      view.wave.draw(ctx, rect, view.window, channel, {
        peak: theme.isDark ? '#7d8aa3' : '#8b93a1',
        mean: theme.isDark ? '#d5dbe6' : '#343b47',
        gain: view.gain,
        ask: true,
      }),
    );
    ctx.fillStyle = theme.line;
    ctx.fillRect(rect.left, Math.round(rect.top + rect.height / 2), rect.width, 1);
  });
  if (spectrum) paintSpectrum(view, ctx, spectrum);
}

function paintSpectrum(view: AudioView, ctx: Ctx, rect: Rect): void {
  const { theme } = view.board;
  ctx.fillStyle = theme.sunk;
  ctx.fillRect(rect.left, rect.top, rect.width, rect.height);
  ctx.imageSmoothingEnabled = true;
  clipped(ctx, rect, () => {
    const isWhole = view.spectrum.draw(ctx, rect, view.window, theme.isDark);
    if (isWhole || !view.spectrum.tiles.isWaiting) return;
    ctx.font = `12px ${theme.font}`;
    ctx.fillStyle = theme.dim;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'top';
    ctx.fillText(view.place.t('audio.making_spectrogram'), rect.left + 10, rect.top + 8);
  });
}

const marks_hz = [0, 100, 200, 500, 1000, 2000, 3000, 4000, 6000, 8000, 10_000, 15_000, 20_000];
const room_px = 15;

export function paintScales(view: AudioView, ctx: Ctx): void {
  const { theme } = view.board;
  const { spectrogram, scale } = audioSettings();
  const { waves, spectrum } = partsOf(view.layout.media, view.channels, spectrogram);
  const right = view.layout.gutter - 8;
  ctx.font = `11px ${theme.font}`;
  ctx.fillStyle = theme.faint;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  const { t } = view.place;
  waves.forEach(({ top, height }, channel) => {
    const name =
      waves.length === 2
        ? t(channel ? 'audio.right' : 'audio.left')
        : waves.length > 2
          ? t('audio.channel', { number: channel + 1 })
          : view.gain === 1
            ? t('audio.waveform')
            : `× ${view.gain.toFixed(1)}`;
    ctx.fillText(name, right, top + height / 2);
  });
  if (!spectrum) return;
  let last = Infinity;
  const top_hz = view.facts.rate / 2;
  for (const hertz of marks_hz) {
    if (hertz >= top_hz) break;
    const y = spectrum.top + spectrum.height * (1 - placeOf(hertz, top_hz, scale));
    const at = Math.min(y, spectrum.top + spectrum.height - 6);
    if (last - at < room_px || at < spectrum.top + 6) continue;
    last = at;
    ctx.fillText(hertz >= 1000 ? `${hertz / 1000} kHz` : `${hertz} Hz`, right, at);
    ctx.fillRect(right + 3, y, 5, 1);
  }
  ctx.textAlign = 'left';
}

export function paintWhole(view: AudioView, ctx: Ctx): void {
  const { overview } = view.layout;
  const { theme } = view.board;
  view.wave.draw(ctx, { ...overview, height: overview.height - 4 }, view.extent, 0, {
    peak: theme.faint,
    mean: theme.dim,
    gain: 1,
    ask: false,
  });
}
