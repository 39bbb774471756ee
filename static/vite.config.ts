import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Django serves the files under /static/ and finds their hashed names in dist/.vite/manifest.json.
export default defineConfig({
  base: '/static/',
  plugins: [svelte()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    manifest: true,
    // Data URLs would break the content security policy (font-src, img-src 'self').
    assetsInlineLimit: 0,
    // The polyfill is an inline script in disguise; every browser we support preloads modules.
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: {
        main: 'src/main.ts',
        bench: 'src/bench/plane.ts',
        bench_prose: 'src/bench/prose.ts',
      },
    },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node', css: true },
});
