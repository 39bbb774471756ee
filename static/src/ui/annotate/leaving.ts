/**
 * Drafts that are still being saved after their task was left. Whoever opens the task anew waits
 * for them: from the draft of a moment ago, the next save would be refused as stale.
 */
const patience_ms = 2000;
const saves = new Map<string, Promise<void>>();

export function leave(task: string, save: Promise<void>): void {
  const over = (): void => {
    if (saves.get(task) === ended) saves.delete(task);
  };
  const ended: Promise<void> = save.then(over, over);
  saves.set(task, ended);
}

/** Ends when the task's draft (without a task: every one) is saved; a dead line holds nobody up. */
export async function left(task?: string): Promise<void> {
  const waited = task === undefined ? [...saves.values()] : [saves.get(task)];
  if (!waited.some(Boolean)) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise((resolve) => (timer = setTimeout(resolve, patience_ms)));
  await Promise.race([Promise.allSettled(waited), patience]);
  clearTimeout(timer);
}
