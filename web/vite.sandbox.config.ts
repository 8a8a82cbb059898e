import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A separate build: shared chunks would be larger than the sandbox or the console needs. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  publicDir: false,
  logLevel: 'error',
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'sandbox/index.html' },
    // The editor is one large chunk of the sandbox only.
    chunkSizeWarningLimit: 6_000,
  },
});
