/** How many points to draw so that a movement stays smooth: measured, not guessed. */

/** Milliseconds for points in a frame of the screen; what lies over them takes as long again. */
const smoothest = 12;
/** Frames in which only points are added may take so many times as long: nothing moves in them. */
const patience = 3;
const least = 8_000;
const most = 12_000_000;

export class Budget {
  /** While something moves. */
  moving: number;

  constructor(start = 60_000) {
    this.moving = start;
  }
  /** While nothing moves, and the rest of the points is drawn. */
  get resting(): number {
    return this.moving * patience;
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
