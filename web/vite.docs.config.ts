import { defineConfig } from 'vite';

/** Script and style of the documentation, a separate build: its pages are made by tools/docs. The names are those that the pages have. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/docs/',
  publicDir: false,
  logLevel: 'error',
  build: {
    outDir: 'dist/docs',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: 'src/docs/docs.ts',
      output: { entryFileNames: 'docs.js', assetFileNames: '[name][extname]' },
    },
  },
});
