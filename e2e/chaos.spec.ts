import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type SetUpName, victims } from './chaos/faults.ts';
import { haproxyConfig } from './chaos/haproxy.ts';
import { readOptions, usage } from './chaos/options.ts';
import { missingPrograms } from './chaos/programs.ts';
import { createGround } from './chaos/set-up.ts';
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
    { setUp: 'B', only: ['kill:redis'], pauseMs: 5_000, outMs: 20_000 },
  ]);
  expect(readOptions([])?.map(({ setUp }) => setUp)).toEqual(['A', 'B']);
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'C'], { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([2, '', `${usage}\n`]);
});

for (const name of Object.keys(setUps) as SetUpName[])
  test(`CHAOS-3 set-up ${name}: each of its processes fails, and each that fails is one of it`, async () => {
    const ground = await createGround();
    const { parts, close } = await setUps[name].create(ground);
    // Which of the two databases is the primary is known when they run.
    const databases = parts
      .filter((part) => part.name.startsWith('database-'))
      .map((_, place) => ['primary', 'standby'][place]);
    const others = parts.map((part) => part.name).filter((part) => !part.startsWith('database-'));
    expect(Object.keys(victims[name]).toSorted()).toEqual([...databases, ...others].toSorted());
    ground.network.close();
    await Promise.all([close(), ground.mail.close()]);
    rmSync(ground.folder, { recursive: true });
  });

test('CHAOS-3 the configuration of HAProxy is that of deploy/ with other addresses and without TLS', () => {
  const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
  const deployed = lines(readFileSync(join(import.meta.dirname, '../deploy/haproxy/haproxy.cfg'), 'utf8'));
  const names = ['gateway-1', 'gateway-2', 'platform-1', 'platform-2'];
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
    '  maxconn 10000',
    'frontend http',
    '  bind :8080',
    '  http-request redirect scheme https code 308',
    '  bind :8443 ssl crt /run/secrets/tls.pem alpn h2,http/1.1',
    ...names.slice(0, 2).map((name) => `  server ${name} ${name}:3000`),
    '  bind :4100',
    ...names.slice(2).map((name) => `  server ${name} ${name}:4100`),
  ]);
});
