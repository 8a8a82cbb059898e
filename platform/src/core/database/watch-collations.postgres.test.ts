import { serveMetrics } from '@console/server-base/metrics-server';
import { scrapeValue } from '@console/server-base/testing/scrape';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { watchCollations } from './watch-collations.ts';

const db = await openTestDatabase();
const metrics = await serveMetrics({ host: '127.0.0.1', port: 0 });
afterAll(() => Promise.all([db.destroy(), metrics.close()]));

test('BOOT-10 another version of the order of texts is a line with the statements and a figure, until it is repaired', async () => {
  const lines: object[] = [];
  const log = { warn: (fields: object, text: string) => void lines.push({ ...fields, text }) };
  const look = watchCollations(db, log, { metrics: metrics.of('platform'), isEmbedded: false });
  const figure = () => scrapeValue(metrics.origin, 'console_collation_changed', {});
  expect(await figure()).toBeUndefined();
  await look();
  expect([await figure(), lines]).toEqual([0, []]);
  await sql`update pg_collation set collversion = '1' where collname = 'words'`.execute(db);
  await look();
  await look();
  expect([await figure(), lines]).toEqual([
    1,
    [
      {
        collations: [{ name: 'public.words', stored: '1', actual: expect.any(String) }],
        repair: [
          expect.stringMatching(/^reindex database concurrently /),
          'alter collation public.words refresh version',
        ],
        text: expect.stringMatching(
          /^the sort order of text has changed since the indexes were built\. .+ Follow the steps in `repair`\.$/,
        ),
      },
    ],
  ]);
  await sql`alter collation words refresh version`.execute(db);
  await look();
  expect([await figure(), lines.length]).toEqual([0, 1]);
});
