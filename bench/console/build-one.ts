/** Builds the console into the folder WEB_DIR as one bundle without lazy parts. A process of its own, because Vite changes the process. */
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../servers.ts';

interface Vite {
  build(config: object): Promise<unknown>;
}

const web = join(root, 'web');
const outDir = process.env.WEB_DIR ?? '';

const { build } = createRequire(join(web, 'package.json'))('vite') as Vite;
await build({
  configFile: join(web, 'vite.config.ts'),
  logLevel: 'error',
  build: {
    outDir,
    emptyOutDir: true,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: { input: join(web, 'index.html'), output: { codeSplitting: false } },
  },
});
// In pages.json, the gateway looks up the lazy files of each page. One bundle has none.
await rm(join(outDir, 'pages.json'));
