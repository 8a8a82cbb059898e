import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probe, readProbeOptions, readProbeSettings } from '@console/platform/operator/probe-command';
import { metricList } from '@console/server-base/metric-list';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { mode, password, useTestSystem } from './testing/system.ts';

const folder = await mkdtemp(join(tmpdir(), 'console-probe-'));
afterAll(() => rm(folder, { recursive: true }));
const [passwordFile, textfile] = [join(folder, 'password'), join(folder, 'console_probe.prom')];
await writeFile(join(folder, 'index.html'), '<div id="root"></div>');
const system = useTestSystem({ webDir: folder, signsInAnew: true });

const setPassword = async (text: string) => {
  await writeFile(passwordFile, `${text}\n`, { mode: 0o600 });
  // Makes the file newer than the last refusal.
  await utimes(passwordFile, new Date(Date.now() + 1_000), new Date(Date.now() + 1_000));
};
beforeEach(async () => {
  await rm(textfile, { force: true });
  await setPassword(password);
});

/** Runs the command like an operator. Returns whether it succeeded, its only line, and the metrics in its file. */
async function run(publicUrl = system.origin, args: string[] = ['--textfile', 'console_probe.prom']) {
  const env = { PUBLIC_URL: publicUrl, PROBE_EMAIL: 'AudA@a.example', PROBE_PASSWORD_FILE: passwordFile };
  const lines: string[] = [];
  const options = readProbeOptions(args, folder);
  const isOk = await probe(readProbeSettings(env), options, (line) => void lines.push(line), AbortSignal.abort());
  const text = await readFile(textfile, 'utf8').catch(() => '');
  expect(lines.join() + text).not.toContain(password);
  const value = (series: string) => {
    const [, found] = new RegExp(`^${series.replace(/[{}]/g, '\\$&')} (.*)$`, 'm').exec(text) ?? [];
    return found === undefined ? undefined : Number(found);
  };
  expect(lines).toHaveLength(1);
  return { isOk, line: lines[0], text, value };
}

const signInsSent = () => system.upstream.requests.filter(({ path }) => path === '/login').length;
const openSessions = async () => {
  const { id } = system.platform.users.audA;
  const open = system.platform.db.selectFrom('session').select('id').where('ended_at', 'is', null);
  return (await open.where('ent_usr_id', '=', id).execute()).length;
};

/** A server in place of the console. */
async function serve(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close().closeAllConnections() };
}

test('PROBE-1 signs in, reads the profile and signs out: one line, and a file with each metric that http has', async () => {
  const { isOk, line, text, value } = await run();
  expect([isOk, line]).toEqual([
    true,
    expect.stringMatching(/^ok: page \d\.\d{3} s, sign_in \d\.\d{3} s, read \d\.\d{3} s, sign_out \d\.\d{3} s$/),
  ]);
  expect(value('console_probe_success')).toBe(1);
  for (const step of ['page', 'sign_in', 'read', 'sign_out'])
    expect(value(`console_probe_duration_seconds{step="${step}"}`)).toBeGreaterThan(0);
  expect(Math.abs((value('console_probe_last_run_timestamp_seconds') ?? 0) - Date.now() / 1_000)).toBeLessThan(60);
  const named = [...text.matchAll(/^# TYPE (\w+) gauge$/gm)].map(([, name]) => name);
  const ofHttps = 'console_probe_certificate_expiry_timestamp_seconds';
  expect([...named, ofHttps].toSorted()).toEqual(
    Object.keys(metricList)
      .filter((name) => /_probe_/.test(name))
      .toSorted(),
  );
  await expect.poll(openSessions).toBe(0);
});

test('PROBE-2 after a wrong password nothing is tried for 15 minutes, unless the file has another one', async () => {
  await setPassword('not this one');
  system.upstream.requests.length = 0;
  const { isOk, line, value } = await run();
  expect([isOk, line]).toEqual([false, expect.stringMatching(/^failed at sign_in: the password is wrong\. Run probe/)]);
  expect([value('console_probe_success'), value('console_probe_duration_seconds{step="page"}')]).toEqual([
    0,
    expect.any(Number),
  ]);
  // Makes the password file older than the refusal.
  await utimes(passwordFile, new Date(0), new Date(0));
  const sent = signInsSent();
  for (let round = 0; round < 3; round += 1)
    expect((await run()).line).toMatch(
      /^failed at sign_in: skipped because the last sign-in was refused\. The next try is at 2/,
    );
  expect([sent, signInsSent()]).toEqual([1, 1]);
  await setPassword(password);
  expect((await run()).isOk).toBe(true);
});

test('PROBE-3 a read that fails is named with its cause, and the session is ended all the same', async () => {
  const read = '/tasks/api_user_detail';
  system.upstream.script(read, { status: 500 });
  const { isOk, line, value } = await run();
  expect([isOk, line]).toEqual([false, expect.stringMatching(/^failed at read: UPSTREAM_BAD_RESPONSE: /)]);
  expect(value('console_probe_duration_seconds{step="sign_out"}')).toBeGreaterThan(0);
  await expect.poll(openSessions).toBe(0);
  // An outage is not a refusal: the next probe signs in.
  system.upstream.clear();
  expect((await run()).isOk).toBe(true);
});

test('PROBE-3 no server, an error of the proxy and another page are named; and no later step is measured', async () => {
  const closed = await serve(() => undefined);
  closed.close();
  expect((await run(closed.url)).line).toMatch(/^failed at page: ECONNREFUSED \(page /);
  const busy = await serve((_request, response) => void response.writeHead(503).end('<h1>503</h1>'));
  const { line, value } = await run(busy.url);
  expect(line).toMatch(/^failed at page: PUBLIC_URL returns 503 /);
  expect(value('console_probe_duration_seconds{step="sign_in"}')).toBeUndefined();
  busy.close();
  const other = await serve(({ method }, response) =>
    method === 'GET'
      ? void response.writeHead(200, { 'content-type': 'text/html' }).end()
      : void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  );
  expect((await run(other.url)).line).toMatch(/^failed at sign_in: \/graphql returns 502 and not GraphQL /);
  other.close();
});

test('PROBE-1 a Pushgateway gets the same metrics, and one that refuses them is an error', async () => {
  const got: string[] = [];
  let status = 200;
  const gateway = await serve(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    got.push(`${request.method} ${request.url}`, body);
    response.writeHead(status).end();
  });
  await run(system.origin, ['--push', gateway.url]);
  expect(got[0]).toBe('PUT /metrics/job/console-probe');
  expect(got[1]).toMatch(/^console_probe_success 1$/m);
  status = 500;
  await expect(run(system.origin, ['--push', gateway.url])).rejects.toThrow(/rejects the metrics \(500\)\.$/);
  gateway.close();
});

test('PROBE-2 a file that others may read is not used, and wrong arguments are one line', async () => {
  await chmod(passwordFile, 0o644);
  system.upstream.requests.length = 0;
  expect((await run()).line).toMatch(
    /^failed at sign_in: The password file ".*" can be used by other accounts\. Run chmod 600 on it\./,
  );
  expect(signInsSent()).toBe(0);
  await chmod(passwordFile, 0o600);
  expect((await run()).isOk).toBe(true);
  for (const args of [
    ['--every', '5'],
    ['--textfile', 'probe.txt'],
    ['--push', 'ftp://x'],
    ['now'],
    ['--create-user', '--every', '60'],
  ])
    expect(() => readProbeOptions(args, folder)).toThrow(/^Usage: probe /);
  expect(() => readProbeSettings({ PUBLIC_URL: 'https://console.example' })).toThrow('PROBE_EMAIL is not set');
});

if (mode === 'on')
  test('PROBE-2 a user of an organisation that asks for passcodes is named', async () => {
    const { db, orgs } = system.platform;
    await db.updateTable('ent_org').set({ otp_required: true }).where('id', '=', orgs.A).execute();
    expect((await run()).line).toMatch(/^failed at sign_in: a passcode is required\. /);
  });
