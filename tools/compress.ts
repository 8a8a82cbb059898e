/** Writes a brotli copy next to each hashed file of the console, or of its build in another folder, at the highest quality, instead of compressing each response. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { root } from './steps.ts';

interface Chunk {
  file: string;
  css?: string[];
  assets?: string[];
}

const brotli = promisify(brotliCompress);
const folder = resolve(root, process.argv[2] ?? 'web/dist');
const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const files = new Set(Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
await Promise.all(
  [...files]
    .filter((file) => /\.(js|css|svg)$/.test(file))
    .map(async (file) => {
      const source = await readFile(join(folder, file));
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: source.length };
      const copy = join(folder, `${file}.br`);
      await writeFile(`${copy}.part`, await brotli(source, { params }));
      // Atomic: the gateway may be serving the folder, and browsers cache files for a year.
      await rename(`${copy}.part`, copy);
    }),
);
