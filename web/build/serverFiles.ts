import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { type Page, pages, startPath } from '../src/app/pages.ts';

/** By their names in Vite's manifest. The scripts of the shell and of the client are imported by the pages that need them. */
const modulesOf = ({ layout, module }: Page): string[] => [
  ...(layout.startsWith('signIn') ? ['src/session/SignInLayout.tsx'] : []),
  `src/${module}.tsx`,
];

const pageTable = pages.flatMap((page) => {
  const entry = { path: page.path, guarded: page.layout === 'shell', modules: modulesOf(page) };
  return page.path === startPath ? [{ ...entry, path: '/' }, entry] : [entry];
});

/**
 * Writes what the gateway reads next to Vite's manifest: the pages with their modules, and the code generator's texts of the console's operations by SHA-256.
 */
export function serverFiles(operationsFile: string): Plugin {
  return {
    name: 'console-server-files',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'operations.json', source: await readFile(operationsFile, 'utf8') });
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pageTable) });
    },
  };
}
