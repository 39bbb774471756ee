/** What every time axis can do, whatever lies on it; each family of surfaces files it as its own. */
import { command, type Command, type SurfaceScope } from './command';

export function rangeCommands(scope: SurfaceScope): Command[] {
  const region = command('region', scope);
  const view = command('view', scope);
  const named = (name: string): string => `${scope}.${name}`;
  return [
    region(named('new'), 'n'),
    region(named('in'), 'i'),
    region(named('out'), 'o'),
    region(named('split'), 'b'),
    region(named('merge'), 'Shift+b'),
    region(named('left'), 'ArrowLeft'),
    region(named('right'), 'ArrowRight'),
    region(named('endBack'), 'Shift+ArrowLeft'),
    region(named('endOn'), 'Shift+ArrowRight'),
    region(named('startBack'), 'Alt+ArrowLeft'),
    region(named('startOn'), 'Alt+ArrowRight'),
    region(named('snap'), 'm'),
    view(named('home'), 'Home'),
    view(named('end'), 'End'),
    view(named('pageBack'), 'PageUp'),
    view(named('pageOn'), 'PageDown'),
    view(named('zoomIn'), '='),
    view(named('zoomOut'), '-'),
    view(named('fit'), 'f', 'Shift+Digit1'),
    view(named('selection'), 'Shift+f', 'Shift+Digit2'),
  ];
}
