import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist/', 'node_modules/', 'src/live/schema.d.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      'max-lines': ['error', 300],
      // Indexing typed arrays and grids is checked by bounds, not by the compiler.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // The compiler reports these, with better knowledge of types.
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // Plain maps are meant: ledger, session and queues tell their watchers themselves.
      'svelte/prefer-svelte-reactivity': 'off',
      // {@html} is only ever given sanitised text; each use must say so by disabling this rule.
      'svelte/no-at-html-tags': 'error',
    },
  },
  {
    // A table of cases is one table.
    files: ['**/*.test.ts'],
    rules: { 'max-lines': ['error', 350] },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
);
