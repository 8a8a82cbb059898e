import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort } from '@console/platform/testing/free-port';
import { startMailServer } from '@console/platform/testing/mail-server';
import { serverUser } from '@console/platform/testing/postgres-binaries';
import { expect, test } from '@playwright/test';
import { findProgram, missingPrograms, type Program } from './chaos/programs.ts';
import { openBrowser } from './production/browser.ts';
import { createCluster, Machines } from './production/machines.ts';
import { readBlocks, substitute } from './production/page.ts';
import { startShell } from './production/shell.ts';

const root = join(import.meta.dirname, '..');
const needed: Program[] = [
  'haproxy',
  'initdb',
  'psql',
  'nft',
  'openssl',
  'curl',
  'perl',
  'systemd-analyze',
  'age-keygen',
];
const missing = missingPrograms(needed);
const [name, email, password] = ['console.example', 'you@example.com', 'Unguessable#Harbour7'];
/** A separate network within this machine, so that the ports of the page are free. */
const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`;
const addresses = {
  machine1: `${network}.11`,
  machine2: `${network}.12`,
  proxy: `${network}.10`,
  database: `${network}.20`,
};

/** Creates a certificate authority and a certificate of the console, like a company. Returns the file of the authority. */
function createCertificate(folder: string): string {
  const make = (...args: string[]) => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '90'];
    const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...key, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  };
  make('-subj', '/CN=Authority', '-keyout', 'authority.key', '-out', 'authority.pem');
  const names = [
    '-subj',
    `/CN=${name}`,
    '-addext',
    `subjectAltName=DNS:${name}`,
    '-addext',
    'basicConstraints=CA:FALSE',
  ];
  make('-CA', 'authority.pem', '-CAkey', 'authority.key', ...names, '-keyout', 'tls.key', '-out', 'tls.crt');
  const both = ['tls.crt', 'tls.key'].map((file) => readFileSync(join(folder, file), 'utf8'));
  writeFileSync(join(folder, `${name}.pem`), both.join(''));
  return join(folder, 'authority.pem');
}

const patient = { timeout: 300_000, intervals: [1_000] };

/** Number of gateways, platforms and proxies from which the Prometheus of a machine gets metrics. */
async function countScraped(address: string): Promise<number> {
  const query = encodeURIComponent('sum(up{job=~"console-(gateway|platform|haproxy)"})');
  const answer = await fetch(`http://${address}:9090/api/v1/query?query=${query}`).catch(() => null);
  const { data } = answer?.ok ? await answer.json() : { data: { result: [] } };
  return Number(data.result[0]?.value[1] ?? 0);
}

test('PRODUCTION-1 the page leads from an empty PostgreSQL to a signed-in Administrator behind TLS, to the letter', async () => {
  test.skip(process.platform !== 'linux' || missing !== null, missing ?? 'the page is about Linux');
  test.setTimeout(1_800_000);
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const url = new URL(`https://${name}:${httpsPort}`);
  const mail = await startMailServer();
  const env: Record<string, string> = { CONSOLE_NAME: name, CONSOLE_ADDRESS: addresses.proxy };
  const machines = new Machines(env);
  const home = join(machines.room, 'home');
  mkdirSync(home);
  const authority = createCertificate(home);
  // These settings replace public authorities and name servers.
  env.NODE_EXTRA_CA_CERTS = authority;
  env.NODE_OPTIONS = `--import=${join(import.meta.dirname, 'production/names.mjs')}`;
  writeFileSync(
    join(home, '.curlrc'),
    `cacert = "${authority}"\nresolve = "${name}:${httpsPort}:${addresses.proxy}"\n`,
  );
  for (const address of Object.values(addresses)) machines.add(address);
  createCluster(join(machines.room, addresses.database), '15');
  const checkout = join(machines.room, 'checkout');
  mkdirSync(checkout);
  symlinkSync(join(root, 'deploy'), join(checkout, 'deploy'));
  const { uid = 0, gid = 0 } = serverUser();
  const programs = join(import.meta.dirname, 'production');
  const postgres = dirname(findProgram('initdb') ?? '');
  const log = test.info().outputPath('page.log');
  const shell = startShell({
    cwd: checkout,
    log,
    env: {
      ...env,
      HOME: home,
      ROOM: machines.room,
      REPOSITORY: root,
      PROGRAMS: programs,
      NODE: process.execPath,
      SERVICES: await machines.listen(),
      NFT: findProgram('nft'),
      SERVER_UID: String(uid),
      SERVER_GID: String(gid),
      PATH: `${join(programs, 'build-machine')}:${postgres}:${process.env.PATH}:/usr/sbin`,
    },
  });
  /** All values that differ from the page. Within one computer all connections come from 127.0.0.1, whatever the other side's IP address. */
  const values = new Map([
    ['MACHINE_1=10.0.0.11', `MACHINE_1=${addresses.machine1}`],
    ['MACHINE_2=10.0.0.12', `MACHINE_2=${addresses.machine2}`],
    ['PROXY=10.0.0.10', `PROXY=${addresses.proxy}`],
    ['DATABASE=10.0.0.20', `DATABASE=${addresses.database}`],
    ['MONITORING=10.0.0.30', `MONITORING=${addresses.proxy}`],
    ['PUBLIC_URL=https://console.example', `PUBLIC_URL=${url.origin}`],
    ['smtps://console:PASSWORD@mail.example:465', mail.url],
    ['$MACHINE_1/32', '127.0.0.1/32'],
    ['$MACHINE_2/32', '127.0.0.1/32'],
    ['TRUSTED_GATEWAYS=$PROXY', 'TRUSTED_GATEWAYS=127.0.0.1'],
    ['TRUST_PROXY=$PROXY', 'TRUST_PROXY=127.0.0.1'],
    ['BIND_HTTP=:80', `BIND_HTTP=${addresses.proxy}:${httpPort}`],
    ['BIND_HTTPS=:443', `BIND_HTTPS=${addresses.proxy}:${httpsPort}`],
  ]);
  const browser = openBrowser({ url, address: addresses.proxy, authority: readFileSync(authority, 'utf8') });
  const viewer = '{ viewer { user { email role { name } } } }';
  try {
    for (const block of substitute(readBlocks(), values)) {
      const printed = await test.step(block.name, () => shell.run(block));
      const [link] = /https:\/\/\S*reset_password_token=\S+/.exec(printed) ?? [];
      if (link) {
        expect(link.startsWith(url.origin)).toBe(true);
        const token = new URL(link).searchParams.get('reset_password_token');
        const reset = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { __typename } }';
        const input = { token, email, password, passwordConfirmation: password };
        expect(await browser.ask(reset, { input })).toMatchObject({ data: { resetPassword: {} } });
        const signIn = 'mutation ($input: LoginInput!) { login(input: $input) { __typename } }';
        const signedIn = await browser.ask(signIn, { input: { email, password } });
        expect(signedIn).toEqual({ data: { login: { __typename: 'LoginSuccess' } } });
      }
    }
    const administrator = { data: { viewer: { user: { email, role: { name: 'Administrator' } } } } };
    expect(await browser.ask(viewer)).toEqual(administrator);
    const { status, headers, body } = await browser.open('/login');
    expect([status, headers['strict-transport-security']]).toEqual([200, expect.stringContaining('max-age')]);
    expect(body).toContain('<div id="root">');
    for (const service of ['console-gateway', 'console-platform']) machines.kill(addresses.machine1, service);
    for (let read = 0; read < 20; read += 1) expect(await browser.ask(viewer)).toEqual(administrator);
    const probed = join(machines.room, addresses.machine1, 'var/lib/prometheus/node-exporter/console_probe.prom');
    await expect
      .poll(() => existsSync(probed) && readFileSync(probed, 'utf8'), patient)
      .toContain('console_probe_success 1');
    await expect.poll(() => countScraped(addresses.proxy), patient).toBe(5);
    // The email was sent by SMTP when the password was set.
    await expect.poll(() => mail.received.map(({ to }) => to)).toEqual([email]);
  } catch (error) {
    throw new Error(machines.journals(), { cause: error });
  } finally {
    await shell.end();
    await machines.close();
    await mail.close();
    await rm(machines.room, { recursive: true, force: true });
  }
});
