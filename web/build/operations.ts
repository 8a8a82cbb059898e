import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** Copies the code generator's manifest, the texts of the console's operations by SHA-256, to the build, where the gateway reads it. */
export function operations(manifestFile: string): Plugin {
  return {
    name: 'console-operations',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'operations.json', source: await readFile(manifestFile, 'utf8') });
    },
  };
}
