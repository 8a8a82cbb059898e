import { attentionKindNames } from '@console/contract/attention';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import { countAttention } from './attention.ts';

test('DESIGN-5 PENDING-1 the count of pending items, which every page sends, is planned once by each connection', async () => {
  const db = await openTestDatabase({ demo: true });
  await db.transaction().execute(async (trx) => {
    await countAttention(trx, { now: new Date(), organisationId: 1, level: 1 }, attentionKindNames);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count
      from pg_prepared_statements where statement like '%MISSING_SECOND_FACTORS%'`.execute(trx);
    expect(rows).toEqual([{ count: 1 }]);
  });
  await db.destroy();
});
