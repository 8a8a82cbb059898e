/**
 * Builds the console into the folder WEB_DIR as VARIANT: `one-bundle` loads nothing late, `apollo-fragments` reads fragments by Apollo's hook. A process of
 * its own, because Vite changes the process.
 */
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../processes.ts';

interface Vite {
  build(config: object): Promise<unknown>;
}

const web = join(root, 'web');
const outDir = process.env.WEB_DIR ?? '';
const ownHook = join(web, 'src/apollo/useFragment.ts');
const apolloHook = `import { useFragment as useApolloFragment } from '@apollo/client/react';
export const useFragment = (fragment, from) =>
  useApolloFragment({ fragment, fragmentName: fragment.definitions[0].name.value, from });`;

const oneBundle = {
  build: { rolldownOptions: { input: join(web, 'index.html'), output: { codeSplitting: false } } },
};
const apolloFragments = {
  plugins: [{ name: 'apollo-fragments', enforce: 'pre', load: (id: string) => (id === ownHook ? apolloHook : null) }],
};

const { build } = createRequire(join(web, 'package.json'))('vite') as Vite;
const variant = process.env.VARIANT === 'one-bundle' ? oneBundle : apolloFragments;
await build({
  configFile: join(web, 'vite.config.ts'),
  logLevel: 'error',
  ...variant,
  build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 10_000, ...('build' in variant && variant.build) },
});
// The gateway looks up the files of each page in it.
if (process.env.VARIANT === 'one-bundle') await rm(join(outDir, 'pages.json'));
