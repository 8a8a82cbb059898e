/** Builds the console into the folder WEB_DIR so that it loads nothing late. A process of its own, because Vite changes the process. */
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
// The gateway looks up the files of each page in it.
await rm(join(outDir, 'pages.json'));
