/** `npm run release-tree -- FOLDER`: writes only what gateway and platform need at run time into a new folder, for the image and systemd units. */
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

function writeReleaseTree(folder: string): number {
  for (const path of [...manifests, ...copied, ...servers.map((name) => `${name}/package.json`)])
    copyInto(folder, path);
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
  if (!installed) return 1;
  // `.bin` has shell scripts that start programs of packages; `**` does not enter folders with a dot.
  const scripts = globSync(['**/.bin', 'node_modules/.pnpm/**/.bin'], { cwd: folder });
  for (const path of [...manifests, ...scripts]) rmSync(join(folder, path), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  cpSync(process.execPath, join(folder, 'bin/node'));
  chmodSync(join(folder, 'bin/node'), 0o755);
  return 0;
}

const [given, ...more] = process.argv.slice(2);
const folder = given && more.length === 0 ? resolve(process.env.INIT_CWD ?? '.', given) : '';
if (folder === '' || existsSync(folder)) {
  process.stderr.write('Usage: npm run release-tree -- FOLDER (which must not exist yet)\n');
  process.exitCode = 2;
} else process.exitCode = writeReleaseTree(folder);
