import { expect, it } from 'vitest';
import groups from '../text/en/commands.json';
import texts from '../text/en/command.json';
import { commands } from './commands';

type Tree = { readonly [name: string]: string | Tree };
const find = (tree: Tree, id: string): string | Tree | undefined =>
  id
    .split('.')
    .reduce<string | Tree | undefined>(
      (at, name) => (typeof at === 'object' ? at[name] : undefined),
      tree,
    );

it.each(commands)('$id has a text, and so has its group', ({ id, group }) => {
  expect(find(texts, id)).toBeTypeOf('string');
  expect(find(groups, group)).toBeTypeOf('string');
});
