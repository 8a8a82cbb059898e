/** `npm run release -- FOLDER`: writes what an operator needs into a new folder: both servers with the packages and the Node that they run on, SBOM, licences, schema and checksums. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { writeSbom } from './sbom.ts';
import { root, run } from './steps.ts';

/** Paths from the root, by which servers find each other and the console; the first contains the release. */
const copied = [
  'package.json',
  'schema.graphql',
  'web/dist',
  'platform/dist',
  'contract/src',
  'server-base/src',
  'platform/src',
  'gateway/src',
];
/** Files that pnpm needs to install the servers' dependencies; deleted afterwards. */
const manifests = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'patches', 'web/package.json'];
const servers = ['contract', 'server-base', 'platform', 'gateway'];
const notAtRunTime = /\.test\.ts$|\/src\/(?:.*\/)?(?:testing|generated)$/;

function copyInto(folder: string, path: string): void {
  // Follows links, because web/dist is a link to the newest build of the console.
  cpSync(realpathSync(join(root, path)), join(folder, path), {
    recursive: true,
    filter: (source) => !notAtRunTime.test(source.replaceAll('\\', '/')),
  });
}

function installPackages(folder: string): boolean {
  const installed = run('production dependencies', 'pnpm', [
    `--dir=${folder}`,
    ...servers.map((name) => `--filter=@console/${name}`),
    'install',
    '--prod',
    '--frozen-lockfile',
    '--prefer-offline',
    '--ignore-scripts',
    // Copies, because links to pnpm's store would have the modes of its files.
    '--package-import-method=copy',
    '--reporter=silent',
  ]);
  // `.bin` has shell scripts that start programs of packages; `**` does not enter folders with a dot.
  const scripts = globSync(['**/.bin', 'node_modules/.pnpm/**/.bin'], { cwd: folder });
  for (const path of [...manifests, ...scripts]) rmSync(join(folder, path), { recursive: true });
  return installed;
}

/** All files below a folder, without links. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
  });

/** Checksums of all files, for `sha256sum --check --quiet SHA256SUMS`. */
function writeChecksums(folder: string): void {
  const line = (file: string) =>
    `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${relative(folder, file)}\n`;
  writeFileSync(join(folder, 'SHA256SUMS'), filesIn(folder).toSorted().map(line).join(''));
}

function writeRelease(folder: string): number {
  for (const path of [...manifests, ...copied, ...servers.map((name) => `${name}/package.json`)])
    copyInto(folder, path);
  if (!installPackages(folder) || !writeSbom(folder)) return 1;
  mkdirSync(join(folder, 'bin'));
  cpSync(process.execPath, join(folder, 'bin/node'));
  chmodSync(join(folder, 'bin/node'), 0o755);
  cpSync(join(root, 'docs/schema-released.graphql'), join(folder, 'schema-released.graphql'));
  writeChecksums(folder);
  return 0;
}

const [given, ...more] = process.argv.slice(2);
const folder = given && more.length === 0 ? resolve(process.env.INIT_CWD ?? '.', given) : '';
if (folder === '' || existsSync(folder)) {
  process.stderr.write('Usage: npm run release -- FOLDER (which must not exist yet)\n');
  process.exitCode = 2;
} else process.exitCode = writeRelease(folder);
