/** From figures to the tasks behind them. */
import { navigate } from '../../shell/router.svelte';
import { projectPath } from '../../shell/routes';
import { listFilter } from '../map/acting';

export function openTasks(project: string, ids: readonly string[]): void {
  if (ids.length) openFilter(project, listFilter(ids));
}

export function openFilter(project: string, filter: string): void {
  navigate(`${projectPath(project, 'tasks')}?filter=${encodeURIComponent(filter)}`);
}
