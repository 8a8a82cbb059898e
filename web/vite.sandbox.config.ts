import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sandboxPage } from './src/widgets/buildPages.ts';

/** A build of its own: whatever the sandbox and the console share would else be cut into chunks that suit neither. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  publicDir: false,
  logLevel: 'error',
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    rolldownOptions: { input: sandboxPage },
    // The editor is one large chunk, loaded by nobody else.
    chunkSizeWarningLimit: 6_000,
  },
});
