/** The days up to today, those without work too. */
export interface Day {
  readonly day: string;
  readonly count: number;
}

/** The server's days are UTC, so these are. */
export function lastDays(days: readonly Day[], now: Date, length: number): Day[] {
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  return Array.from({ length }, (_, at) => {
    const date = new Date(now);
    date.setUTCDate(date.getUTCDate() - (length - 1 - at));
    const day = date.toISOString().slice(0, 10);
    return { day, count: counts.get(day) ?? 0 };
  });
}
