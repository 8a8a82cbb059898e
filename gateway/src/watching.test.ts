import { backgroundRuns } from '@console/platform/background-runs';
import { connectServer } from '@console/platform/core/database/database';
import { useReadReplica } from '@console/platform/core/database/read-replica';
import { watchCollations } from '@console/platform/core/database/watch-collations';
import { analyzeTables } from '@console/platform/testing/database';
import { addUsers } from '@console/platform/testing/users';
import { metricList } from '@console/server-base/metric-list';
import { serveMetrics } from '@console/server-base/metrics-server';
import { scrape } from '@console/server-base/testing/scrape';
import { askedSeries } from '@console/server-base/testing/watching';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import type { ContentCipher } from './core/content-cipher.ts';
import { connectRedis } from './core/redis-state.ts';
import { startBulkAction } from './testing/bulk-mutations.ts';
import { password, useTestSystem } from './testing/system.ts';

const metrics = await serveMetrics({ host: '127.0.0.1', port: 0 });
afterAll(() => metrics.close());
/** Nothing listens there. */
const redisUrl = new URL('redis://127.0.0.1:9');
const openShared = (cipher: ContentCipher, log: FastifyBaseLogger) =>
  connectRedis(redisUrl, { cipher, log, metrics: metrics.of('gateway') });
const system = useTestSystem({ metrics, openShared, signsInAnew: true, extensions: 'on' });
const viewer = '{ viewer { user { id } } }';

/** Uses all parts of the console, and causes the faults that alerts are about. */
async function useAll(): Promise<void> {
  const { platform, upstream } = system;
  const { db } = platform;
  const admin = await system.signIn('adm');
  const tab = await system.signIn('orgA');
  await system.login(system.client(), 'orgA', { password: 'not this one' });
  await admin.graphql('{ verifyActivity { checked } }');
  await db.updateTable('audit_entry').set({ request_id: 'changed' }).where('subject_org_id', 'is', null).execute();
  await admin.graphql('{ verifyActivity { checked } }');
  const ids = await addUsers(db, platform.orgs.A, [{ email: 'many@a.example', password_hash: 'x' }]);
  await startBulkAction(tab, { action: 'DEACTIVATE', ids, currentPassword: password });
  await analyzeTables(db);
  const works = ['chain', 'purge'] as const;
  const run = backgroundRuns(platform.app.log, metrics.of('platform'), works);
  for (const work of works) {
    await run(work, 'not done', async () => undefined);
    await run(work, 'not done', () => Promise.reject(new Error('no')));
  }
  await watchCollations(db, platform.app.log, { metrics: metrics.of('platform'), isEmbedded: false })();
  const absent = () => connectServer({ databaseUrl: 'postgres://127.0.0.1:9/none' });
  await useReadReplica(db, absent, platform.app.log, metrics.of('platform')).read(async () => undefined);
  upstream.script('/tasks/api_user_detail', { status: 429 });
  await tab.graphql(viewer);
  upstream.script('/tasks/api_user_detail', { status: 503, times: 100 });
  for (let index = 0; index < 6; index += 1) for (const one of [admin, tab]) await one.graphql(viewer);
}

test('METRIC-5 every metric that a rule or the dashboard names is exposed after the action that causes it', async () => {
  await useAll();
  const exposed = async () => {
    const series = await scrape(metrics.origin);
    // Metrics that a command writes into a file have their own test, and only a replica has the lag.
    return askedSeries.filter(
      ({ name, labels }) =>
        (metricList as Readonly<Record<string, { type: string }>>)[name]?.type !== 'file' &&
        name !== 'console_replica_lag_seconds' &&
        !series.some(
          (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
        ),
    );
  };
  await expect.poll(exposed, { timeout: 20_000 }).toEqual([]);
});
