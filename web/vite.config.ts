import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildPages } from './src/widgets/buildPages.ts';

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:4000';
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), babel({ presets: [reactCompilerPreset()] })],
  server: { host: '127.0.0.1', port: 3000, strictPort: true, proxy: { '/graphql': gateway, '/files': gateway } },
  // Not the sandbox: its editor's workers cannot be bundled ahead, and in development nobody opens it here.
  optimizeDeps: { entries: ['index.html', 'widgets.html'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Nothing becomes a data: address, whatever its size: the page's policy stays narrow and every asset is cached by its hash.
    assetsInlineLimit: 0,
    rolldownOptions: { input: buildPages },
    // The sandbox's editor is one large chunk, loaded by nobody else.
    chunkSizeWarningLimit: 6_000,
  },
});
