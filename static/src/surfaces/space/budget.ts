/** How many points to draw so that a movement stays smooth: measured, not guessed. */

const smoothest = 40;
const least = 12_000;
const most = 12_000_000;

export class Budget {
  /** While something moves. */
  moving: number;

  constructor(start = 60_000) {
    this.moving = start;
  }
  /** After a frame of so many points that took so long; what is quick anyway says little. */
  measured(points: number, ms: number): void {
    if (points < least / 2) return;
    const fitting = (points * smoothest) / Math.max(ms, 2);
    // Half way, so that one slow frame (a picture arriving) does not empty the view.
    const next = this.moving + (fitting - this.moving) / 2;
    this.moving = Math.round(Math.max(least, Math.min(most, next)));
  }
}
