import { defineConfig } from 'vite';

/** Builds the script and style of the documentation separately. The pages of tools/docs use these file names. */
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
