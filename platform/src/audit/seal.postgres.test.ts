import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { chainAuditEvents } from './audit-chain.ts';

const platform = useTestPlatform();
const add = sql`insert into audit_entry (at, via, action, event, target_type) values (now(), 'system', 'x', 'access:request', 'call')`;
const positions = async () =>
  (await platform.db.selectFrom('audit_entry').select('position').orderBy('id').execute()).map(
    ({ position }) => position,
  );

test('DESIGN-5 an event that is committed after a later one was read comes after it', async () => {
  const trx = await platform.db.startTransaction().execute();
  await add.execute(trx);
  await add.execute(platform.db);
  expect(await chainAuditEvents(platform.db)).toBe(1);
  expect(await positions()).toEqual([1]);
  await trx.commit().execute();
  expect(await chainAuditEvents(platform.db)).toBe(1);
  expect(await positions()).toEqual([2, 1]);
});
