import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { type Page, pages, startPath } from '../src/app/pages.ts';

/** Names in Vite's manifest. Pages import the scripts of shell and client that they need. */
const modulesOf = ({ layout, module }: Page): string[] => [
  ...(layout.startsWith('signIn') ? ['src/session/SignInLayout.tsx'] : []),
  `src/${module}.tsx`,
];

const pageTable = pages.flatMap((page) => {
  const entry = { path: page.path, guarded: page.layout === 'shell', modules: modulesOf(page) };
  return page.path === startPath ? [{ ...entry, path: '/' }, entry] : [entry];
});

/** Writes what the gateway reads: pages with their modules, and texts of operations by SHA-256. */
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
