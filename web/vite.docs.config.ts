import { defineConfig } from 'vite';

/** Script and style of the documentation, a separate build for the pages of tools/docs, which use these names. */
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
