import { serveMetrics } from '@console/server-base/metrics-server';
import { scrapeValue } from '@console/server-base/testing/scrape';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { buildPlatform } from '../../server.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { startLine } from '../../testing/frozen-line.ts';
import { systemClock as clock } from '../base/clock.ts';
import { readPlatformSettings } from '../base/settings.ts';
import { createMailer } from '../mail/mailer.ts';
import { openDatabase } from './database.ts';
import { usableFor, watchDatabase } from './database-watch.ts';

const line = await startLine(inject('postgresUrl'));
let through: Awaited<ReturnType<typeof openDatabase>>;
let own: Awaited<ReturnType<typeof openTestDatabase>>;
let app: FastifyInstance;
const metrics = await serveMetrics({ host: '127.0.0.1', port: 0 });

beforeAll(async () => {
  own = await openTestDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(own);
  through = await openDatabase({ databaseUrl: line.urlOf(rows[0]?.name ?? '') });
  const settings = readPlatformSettings({ PLATFORM_SECRET: 'a secret of the tests '.repeat(2) });
  const mailer = createMailer({ database: through, clock, log: { warn() {}, error() {} } });
  app = await buildPlatform({ db: through, settings, clock, mailer, metrics: metrics.of('platform') });
});
afterEach(() => {
  line.freeze(false);
});
afterAll(async () => {
  await app.close();
  await metrics.close();
  await through.destroy();
  line.close();
  await own.destroy();
});

const readiness = async () => (await app.inject('/health/ready')).statusCode;

test('METRIC-4 METRIC-3 while the database is silent the platform is not ready after three seconds, a scrape says what is absent, and both are back at once', async () => {
  expect(await readiness()).toBe(200);
  line.freeze(true);
  const started = performance.now();
  // Before a load balancer gives up waiting for it.
  expect(await readiness()).toBe(200);
  await expect.poll(readiness).toBe(503);
  expect(performance.now() - started).toBeGreaterThan(2_900);
  expect(await scrapeValue(metrics.origin, 'console_degraded', { reason: 'database' })).toBe(1);
  expect(await scrapeValue(metrics.origin, 'console_metrics_absent', { family: 'stored' })).toBe(1);
  expect(await scrapeValue(metrics.origin, 'console_mails_waiting')).toBeUndefined();
  expect((await app.inject('/health/live')).statusCode).toBe(200);
  line.freeze(false);
  // Frozen connections stay silent: only new ones work.
  await expect.poll(readiness, { timeout: 5_000 }).toBe(200);
  expect(await scrapeValue(metrics.origin, 'console_mails_waiting')).toEqual(expect.any(Number));
});

test('METRIC-4 a platform of which the database is away for less than three seconds stays ready, however seldom it is asked', async () => {
  let isThere = true;
  let now = 0;
  const isUsable = usableFor(
    async () => isThere,
    () => now,
  );
  const at = async (ms: number) => {
    now = ms;
    return isUsable();
  };
  expect(await at(0)).toBe(true);
  isThere = false;
  expect([await at(60_000), await at(62_999), await at(63_000)]).toEqual([true, true, false]);
  isThere = true;
  expect(await at(63_001)).toBe(true);
  isThere = false;
  expect([await at(64_000), await at(66_999), await at(67_000)]).toEqual([true, true, false]);
});

test('METRIC-4 a hundred questions for readiness at a time are one of the database', async () => {
  const before = line.connections();
  expect(new Set(await Promise.all(Array.from({ length: 100 }, readiness)))).toEqual(new Set([200]));
  expect(line.connections() - before).toBeLessThanOrEqual(2);
});

test('METRIC-3 a query that fails is no answer, and the next one is asked anew', async () => {
  const watch = watchDatabase(through);
  expect(await watch.read((ask) => ask(sql`select 1 / 0`))).toBeNull();
  expect(await watch.read((ask) => ask(sql<{ one: number }>`select 1 as one`))).toEqual([{ one: 1 }]);
});
