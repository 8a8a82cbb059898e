import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { type Fault, type SetUpName, victims } from './chaos/faults.ts';
import { haproxyConfig } from './chaos/haproxy.ts';
import { Network } from './chaos/network.ts';
import { readOptions, usage } from './chaos/options.ts';
import { missingPrograms } from './chaos/programs.ts';
import { checkData, failedAfterKills, figuresOf } from './chaos/report.ts';
import { createEnvironment } from './chaos/set-up.ts';
import { setUps } from './chaos/set-ups.ts';

const main = join(import.meta.dirname, 'chaos/main.ts');

test('CHAOS-1 the command names the programs that are missing with their packages, and says how it is used', () => {
  expect(missingPrograms(setUps.B.programs, () => undefined)).toBe(
    'Not installed: haproxy, redis-server. With Debian: apt-get install haproxy redis-server',
  );
  expect(missingPrograms(setUps.A.programs, (program) => (program === 'etcd' ? undefined : program))).toBe(
    'Not installed: etcd. With Debian: apt-get install etcd-server',
  );
  expect(missingPrograms(setUps.A.programs, (program) => program)).toBeNull();
  const wrong = [['C'], ['--pause', 'long'], ['--unknown'], ['--only', 'gateway-3']];
  for (const args of wrong) expect(readOptions(args), args.join(' ')).toBeNull();
  expect(readOptions(['B', '--only', 'kill:redis', '--pause', '5'])).toEqual([
    { setUp: 'B', faults: [{ name: 'kill', victim: 'redis', role: 'shared state' }], pauseMs: 5_000, outMs: 20_000 },
  ]);
  expect(readOptions([])?.map(({ setUp }) => setUp)).toEqual(['A', 'B']);
  expect(readOptions(['--only', 'redis'])?.map(({ setUp, faults }) => [setUp, faults.length])).toEqual([['B', 3]]);
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'C'], { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([2, '', `${usage}\n`]);
});

for (const name of Object.keys(setUps) as SetUpName[])
  test(`CHAOS-3 set-up ${name}: each of its processes fails, and each that fails is one of it`, async () => {
    const environment = await createEnvironment();
    const { parts, close } = await setUps[name].create(environment);
    // Which database is the primary is known only while they run.
    const databases = parts
      .filter((part) => part.name.startsWith('database-'))
      .map((_, place) => ['primary', 'standby'][place]);
    const others = parts.map((part) => part.name).filter((part) => !part.startsWith('database-'));
    expect(Object.keys(victims[name]).toSorted()).toEqual([...databases, ...others].toSorted());
    environment.network.close();
    await Promise.all([close(), environment.mail.close()]);
    rmSync(environment.folder, { recursive: true });
  });

test('CHAOS-3 the configuration of HAProxy is that of deploy/ with other addresses and without TLS', () => {
  const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
  const deployed = lines(readFileSync(join(import.meta.dirname, '../deploy/haproxy/haproxy.cfg'), 'utf8'));
  const names = ['gateway-1', 'gateway-2', 'platform-1', 'platform-2'];
  const variable = (name: string) => `\${${name}}`;
  const variableOf = (name: string) => variable(name.toUpperCase().replace('-', '_'));
  const servers = Object.fromEntries(names.map((name, place) => [name, `127.0.0.1:${10 + place}`]));
  const changed = lines(haproxyConfig({ console: 1, productApi: 2, servers }));
  expect(changed.filter((line) => !deployed.includes(line))).toEqual([
    '  maxconn 1000',
    '  bind 127.0.0.1:1',
    ...names.slice(0, 2).map((name) => `  server ${name} ${servers[name]}`),
    '  bind 127.0.0.1:2',
    ...names.slice(2).map((name) => `  server ${name} ${servers[name]}`),
  ]);
  expect(deployed.filter((line) => !changed.includes(line))).toEqual([
    '  maxconn 4000',
    'frontend http',
    `  bind "${variable('BIND_HTTP')}"`,
    '  http-request redirect scheme https code 308',
    `  bind "${variable('BIND_HTTPS')}" ssl crt "${variable('TLS_FILE')}" alpn h2,http/1.1`,
    ...names.slice(0, 2).map((name) => `  server ${name} "${variableOf(name)}"`),
    `  bind "${variable('BIND_PRODUCT_API')}"`,
    ...names.slice(2).map((name) => `  server ${name} "${variableOf(name)}"`),
    '# Metrics for Prometheus. This port is not published.',
    'frontend metrics',
    `  bind "${variable('BIND_METRICS')}"`,
    '  http-request use-service prometheus-exporter if { path /metrics }',
  ]);
});

test('CHAOS-6 the report names writes that are lost, doubled or refused, and mails that came twice', () => {
  const writeOf = (email: string, state: 'acknowledged' | 'refused') => ({ email, state, failure: 'EMAIL_TAKEN' });
  const mailOf = (to: string, messageId: string, at = 0) => ({ to, messageId, at });
  const kill: Fault = { name: 'kill', victim: 'platform-1', role: 'several', began: 90_000, back: 95_000 };
  const writes = [writeOf('good', 'acknowledged'), writeOf('lost', 'acknowledged'), writeOf('refused', 'refused')];
  const stored = ['good', 'two ids', 'twice', 'around a kill', 'unmailed'].map((email) => ({ email, events: 1 }));
  const received = [
    ...[
      mailOf('good', '1'),
      mailOf('two ids', '2'),
      mailOf('two ids', '3'),
      mailOf('twice', '4', 100),
      mailOf('twice', '4', 500),
    ],
    ...[mailOf('around a kill', '5', 89_900), mailOf('around a kill', '5', 125_000)],
  ];
  const { facts, wrong } = checkData({ writes }, [...stored, { email: 'doubled', events: 2 }], received, [kill]);
  expect(wrong).toEqual([
    'lost was acknowledged and is not stored',
    'doubled has 2 events of its creation',
    'refused was refused with EMAIL_TAKEN',
    'two ids was mailed twice with two Message-IDs',
    'unmailed was not mailed',
    'doubled was not mailed',
    '1 mails came twice without a kill',
  ]);
  expect(facts).toContain('7 mails; 2 came twice with one Message-ID, 1 of them around a kill');
});

test('CHAOS-6 the report names failed answers that come too late or are too many, and a failover that takes too long', () => {
  const at = (ended: number, failure: string | null = null, kind: 'read' | 'write' = 'write') => {
    return { kind, began: ended - 10, ended, failure };
  };
  const fault = (role: Fault['role'], name: Fault['name'] = 'pause'): Fault => {
    return { name, victim: role, role, began: 0, back: 20_000 };
  };
  const missed = (of: Fault, requests: ReturnType<typeof at>[]) => figuresOf([of], { requests }, 50_000)[0]?.missed;
  const each = Array.from({ length: 50 }, (_, second) => at(second * 1_000));
  expect(missed(fault('several'), [...each, at(4_900, 'UPSTREAM_UNAVAILABLE')])).toEqual([]);
  expect(missed(fault('several'), [...each, at(5_100, 'UPSTREAM_UNAVAILABLE')])).toEqual([
    'a failed answer after 5.1 s',
  ]);
  expect(missed(fault('single'), [...each, at(24_900, 'status 503')])).toEqual([]);
  expect(missed(fault('single'), [...each, at(25_100, 'status 503')])).toEqual(['a failed answer after 25.1 s']);
  expect(missed(fault('primary'), [at(0), at(29_000), at(49_000)])).toEqual([]);
  expect(missed(fault('primary'), [at(0), at(31_000), at(49_000)])).toEqual(['no write for 31.0 s']);
  const refused = at(10_000, 'UPSTREAM_UNAVAILABLE NOTHING');
  expect(missed(fault('shared state'), [...each, refused])).toEqual([]);
  expect(missed(fault('shared state'), [...each, at(10_000, 'INTERNAL')])).toEqual([
    'a write was refused with INTERNAL',
  ]);
  expect(missed(fault('shared state'), [...each, at(10_000, 'INTERNAL', 'read')])).toEqual(['1.96 % failed']);
  const kills = figuresOf([fault('several', 'kill')], { requests: [...each, refused] }, 50_000);
  expect(failedAfterKills(kills)).toEqual({
    fact: 'after 1 kills of gateways and platforms 1 of 51 requests failed (1.96 %)',
    isMissed: true,
  });
});

test('CHAOS-7 a connection that is cut passes nothing and stays, and goes on when it is healed; a killed process refuses', async () => {
  const server = createServer((socket) => socket.on('data', (chunk) => socket.write(`again ${chunk}`)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const network = new Network();
  const port = await network.link('one', 'other', (server.address() as AddressInfo).port);
  const open = () => connect(port, '127.0.0.1').setEncoding('utf8');
  const before = open();
  await once(before, 'connect');
  const received: string[] = [];
  before.on('data', (text: string) => received.push(text));
  before.write('a');
  await expect.poll(() => received).toEqual(['again a']);
  network.cut('other');
  before.write('b');
  const meanwhile = open();
  meanwhile.on('data', (text: string) => received.push(text));
  meanwhile.write('c');
  await delay(300);
  expect([received, before.destroyed, meanwhile.destroyed]).toEqual([['again a'], false, false]);
  network.heal('other');
  await expect.poll(() => received.toSorted()).toEqual(['again a', 'again b', 'again c']);
  network.refuse('other');
  expect((await once(open(), 'error'))[0]).toMatchObject({ code: 'ECONNREFUSED' });
  network.accept('other');
  await once(open(), 'connect');
  for (const socket of [before, meanwhile]) socket.destroy();
  network.close();
  server.close();
});
