import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks } from './build/chunks.ts';
import { documents } from './build/documents.ts';
import { mantineStyles } from './build/mantineStyles.ts';
import { productionRouter } from './build/productionRouter.ts';
import { serverFiles } from './build/serverFiles.ts';

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:4000';
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    documents(new URL('./src/gql/graphql.ts', import.meta.url).href),
    mantineStyles(),
    productionRouter(),
    react(),
    serverFiles(fileURLToPath(new URL('./src/gql/persisted-documents.json', import.meta.url))),
  ],
  server: {
    host: '127.0.0.1',
    port: 3000,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/graphql', '/schema.graphql', '/files', '/export', '/events', '/scim'].map((path) => [path, gateway]),
    ),
  },
  // Without the sandbox, because the workers of its editor cannot be bundled ahead.
  optimizeDeps: { entries: ['index.html'] },
  build: {
    outDir: 'dist',
    // The sandbox is built into the same folder.
    emptyOutDir: false,
    // Read by the gateway's preloads and the size check.
    manifest: true,
    // Chunks that every page has already loaded are not preloaded by each script.
    modulePreload: {
      resolveDependencies: (_file, needed) => needed.filter((file) => !/\/(base|console|rolldown-runtime)-/.test(file)),
    },
    // No data: URLs, whatever the size: the page's policy stays narrow and every asset is cached by its hash.
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'index.html', output: { codeSplitting: { groups: chunks } } },
  },
});
