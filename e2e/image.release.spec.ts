import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, globSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort } from '@console/platform/testing/free-port';
import { serverUser } from '@console/platform/testing/postgres-binaries';
import { expect, test } from '@playwright/test';
import { signIn } from './journey.ts';
import { createSession } from './rest.ts';
import { templateDir } from './system.ts';

const root = join(import.meta.dirname, '..');
const user = serverUser();
let room: string;
let tree: string;
const running: ChildProcess[] = [];

// All tests share one tree, which is written once.
test.describe.configure({ mode: 'default' });

test.beforeAll(() => {
  test.setTimeout(180_000);
  room = mkdtempSync(join(tmpdir(), 'console-image-'));
  tree = join(room, 'app');
  const made = spawnSync(process.execPath, ['tools/release.ts', tree], { cwd: root, encoding: 'utf8' });
  expect(made.status, made.stdout + made.stderr).toBe(0);
  execFileSync('chmod', ['-R', 'a-w', tree]);
  chmodSync(room, 0o755);
});

test.afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  execFileSync('chmod', ['-R', 'u+w', tree]);
  await rm(room, { recursive: true });
});

/** All paths of the tree, including hidden folders; links are not followed. */
const pathsOfTree = () =>
  execFileSync('find', ['.'], { cwd: tree, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .trim()
    .split('\n')
    .map((path) => path.slice(2));

/** Every file of the tree, with its size and the time of its last change. */
const filesOfTree = () =>
  pathsOfTree()
    .toSorted()
    .map((path) => {
      const { size, mtimeMs } = lstatSync(join(tree, path));
      return `${path} ${size} ${mtimeMs}`;
    });

/** Starts a server like the image: another user, who may write into its data folder only, and secrets in a file. Returns its address. */
async function start(
  server: 'platform' | 'gateway',
  settings: Record<string, string>,
  secrets: Record<string, string>,
): Promise<string> {
  const data = join(room, server);
  if (server === 'platform') cpSync(templateDir, data, { recursive: true });
  else mkdirSync(data);
  const file = join(data, 'secrets.env');
  const lines = Object.entries(secrets).map((entry) => entry.join('='));
  writeFileSync(file, lines.join('\n'), { mode: 0o400 });
  if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data]);
  const child = spawn(join(tree, 'bin/node'), [`--env-file=${file}`, `${server}/src/main.ts`], {
    ...user,
    cwd: tree,
    env: { NODE_ENV: 'production', DATA_DIR: data, ...settings },
  });
  running.push(child);
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const [, address] = / on (http:\S+)/.exec(output) ?? [];
        if (address) resolve(address);
      });
    child.once('error', reject).once('close', () => reject(new Error(`the ${server} ended: ${output}`)));
  });
}

/** Creates an organisation with a logo, and returns the content type with which the logo is served. */
async function typeOfNewLogo(platformUrl: string): Promise<string | null> {
  const { key } = await createSession({ platformUrl }, 'admin@demo.example');
  const headers = { 'api-key': key };
  const form = new FormData();
  const fields = { brandname: 'Image', legalname: 'Image', industry: 'Banking', email_domain: 'image.example' };
  const place = { pin: '4', country: 'India', state: 'Goa', city: 'Panaji', registered_address: '1 Main Street' };
  for (const [name, value] of Object.entries({ ...fields, ...place, website: 'https://image.example' }))
    form.set(name, value);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';
  for (const name of ['logo', 'icon']) form.set(name, new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`);
  const answer = await fetch(`${platformUrl}/consoles`, { method: 'POST', headers, body: form });
  const body = (await answer.json()) as { org: { logo: { url: string } } };
  const picture = await fetch(new URL(body.org.logo.url, platformUrl), { headers });
  return picture.headers.get('content-type');
}

test('IMAGE-2 the tree of the image has what it runs and no test, no package manager and no shell', () => {
  const paths = pathsOfTree();
  const needed = [
    // package.json names the release, which a backup contains.
    'package.json',
    'bin/node',
    'gateway/src/main.ts',
    'platform/src/main.ts',
    'platform/src/operate.ts',
    'gateway/src/operate.ts',
    'web/dist/index.html',
    'schema-released.graphql',
    'sbom.cdx.json',
    'licences.txt',
  ];
  expect(paths).toEqual(expect.arrayContaining([...needed, 'schema.graphql']));
  expect(
    paths.filter((path) => /^(contract|server-base|platform|gateway)\/src\/.*(\.test\.ts|\/testing\/)/.test(path)),
  ).toEqual([]);
  expect(paths.filter((path) => /\/\.bin\/|(^|\/)(sh|bash|pnpm|npm|npx|corepack)$/.test(path))).toEqual([]);
  const packages = globSync('node_modules/.pnpm/*', { cwd: tree }).map((path) => path.replace(/.*\.pnpm./, ''));
  expect(packages.some((name) => name.startsWith('fastify@'))).toBe(true);
  expect(packages.filter((name) => /^(vitest|typescript|vite|react|@playwright\+test|fast-check)@/.test(name))).toEqual(
    [],
  );
});

test('IMAGE-2 the checksums of a release cover all of its files', () => {
  const sums = readFileSync(join(tree, 'SHA256SUMS'), 'utf8').trim().split('\n');
  const files = pathsOfTree().filter((path) => lstatSync(join(tree, path)).isFile() && path !== 'SHA256SUMS');
  expect(sums.map((line) => line.slice(66)).toSorted()).toEqual(files.toSorted());
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: tree });
});

/** Libraries of the Containerfile's last stage: the C library, the C++ libraries, and the copied one. */
const libraryOfImage = /^(linux-vdso|ld-linux[\w-]*|lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+|atomic))\.so\.\d+$/;

test('IMAGE-1 IMAGE-2 what is compiled in the tree needs no library but those of the image and its own', () => {
  test.skip(process.platform !== 'linux', 'the image is for Linux');
  const compiled = pathsOfTree().filter((path) => path === 'bin/node' || /\.node$|\.so(\.\d+)+$/.test(path));
  expect(compiled.length).toBeGreaterThan(3);
  const needed = compiled.flatMap((path) => {
    const lines = execFileSync('ldd', [join(tree, path)], { encoding: 'utf8' })
      .trim()
      .split('\n');
    return lines.map((line) => basename(line.trim().split(' ')[0] ?? ''));
  });
  expect(needed).toContain('libatomic.so.1');
  const own = new Set(compiled.map((path) => basename(path)));
  expect(needed.filter((name) => !libraryOfImage.test(name) && !own.has(name))).toEqual([]);
});

test('DOCTOR-1 START-6 its operator commands run as another user, without npm: doctor, also what needs the gateway, passcodes-off and check-api', () => {
  const data = join(room, 'operated');
  cpSync(templateDir, data, { recursive: true });
  if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data]);
  const operate = (...args: string[]) => {
    const env = { NODE_ENV: 'production', DATA_DIR: data };
    const options = { ...user, cwd: tree, env, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(join(tree, 'bin/node'), ['platform/src/operate.ts', ...args], options);
    return { status, stdout, stderr };
  };
  const doctor = operate('doctor', '--json');
  expect([doctor.status, doctor.stderr]).toEqual([0, '']);
  const findings = JSON.parse(doctor.stdout) as { level: string; subject: string; text: string }[];
  expect(findings).toContainEqual({ level: 'ok', subject: 'settings', text: 'Valid. Set: DATA_DIR.' });
  expect(findings).toContainEqual({
    level: 'ok',
    subject: 'database',
    text: expect.stringMatching(/^Embedded, all migrations applied, [1-9]\d* users\.$/),
  });
  // This finding comes from the gateway's program.
  expect(findings).toContainEqual({ level: 'ok', subject: 'TLS', text: expect.stringMatching(/^PUBLIC_URL/) });
  expect(operate('passcodes-off', 'otp@secure.example')).toEqual({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Passcodes are off for /),
  });
  expect(operate('passcodes-off')).toEqual({ status: 1, stdout: '', stderr: 'Usage: passcodes-off EMAIL\n' });
  expect(operate('check-api')).toMatchObject({ status: 2, stdout: expect.stringContaining('Usage: check-api URL') });
});

test('IMAGE-3 started from it as another user, for whom it is read-only, the console signs in, renders pictures and measures', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const before = filesOfTree();
  const [port, platformPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const shared = { GATEWAY_SECRET: 'g'.repeat(40) };
  const measured = { METRICS_PORT: String(metricsPort), PLATFORM_PORT: String(platformPort), PUBLIC_URL: url };
  const platformUrl = await start('platform', measured, shared);
  const settings = { PORT: String(port), PUBLIC_URL: url, PRODUCT_API_URL: platformUrl };
  await start('gateway', settings, { ...shared, SESSION_SECRET: 's'.repeat(40) });
  expect(await typeOfNewLogo(platformUrl)).toMatch(/^image\//);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await signIn(page, 'organiser@demo.example');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.close();
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(await metrics.text()).toContain('console_requests_total{');
  for (const child of running.splice(0)) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }
  expect(filesOfTree()).toEqual(before);
});
