// Run by npm with the pinned packages on PATH: prints where they are.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = process.platform === 'win32' ? ['pnpm.cmd', 'pnpm.exe'] : ['pnpm'];
const pnpm = process.env.PATH.split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find((file) => existsSync(file));
console.log(JSON.stringify({ node: process.execPath, version: process.versions.node, pnpm }));
