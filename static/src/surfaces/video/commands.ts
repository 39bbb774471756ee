/** What each command of the keymap does to a video. False lets the key fall through to the plane. */
import { acts, meansRange, newRange, type Act } from './acts';
import { rates } from './player';
import type { VideoView } from './view';

const done =
  (act: (view: VideoView) => void): Act =>
  (view) => {
    act(view);
    return true;
  };
const leap = 10;

const commands: { readonly [command: string]: Act } = {
  ...acts,
  'frame.next': done((view) => view.step(1)),
  'frame.previous': done((view) => view.step(-1)),
  'frame.forward': done((view) => view.step(leap)),
  'frame.back': done((view) => view.step(-leap)),
  'frame.first': done((view) => view.goTo(0)),
  'frame.last': done((view) => view.goTo(view.frames - 1)),
  'frame.ask': (view) => {
    const box = view.place.host.parentElement?.querySelector<HTMLInputElement>('input.frame-box');
    box?.select();
    return box != null;
  },
  'video.play': done((view) => view.togglePlay()),
  'video.slower': done((view) => view.setRate(nextRate(view.player.rate, -1))),
  'video.faster': done((view) => view.setRate(nextRate(view.player.rate, 1))),
  'timeline.in': done((view) => view.timeline.zoom(1.5)),
  'timeline.out': done((view) => view.timeline.zoom(1 / 1.5)),
  'timeline.all': done((view) => view.timeline.showAll()),
  'region.new': (view) => meansRange(view) && newRange(view),
  'edit.selectAll': ({ place }) => {
    place.session.select(place.document.regions(place.field).map(({ id }) => id));
    return true;
  },
};

function nextRate(rate: number, by: 1 | -1): number {
  const at = rates.findIndex((one) => one >= rate);
  return rates[Math.max(0, Math.min(rates.length - 1, at + by))]!;
}

/** What changes a shape under way would tear it apart. */
const waits = (command: string): boolean => command.startsWith('track.');

export function runVideo(view: VideoView, command: string): boolean {
  if (waits(command)) {
    if (view.plane.desk.isBusy || view.place.session.state.readonly) return false;
    view.player.pause();
    view.plane.nudger.end();
  }
  return commands[command]?.(view) ?? false;
}
