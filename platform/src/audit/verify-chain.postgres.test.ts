import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPepper } from '../core/base/keys.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { checkLock, verifyChain } from './verify-chain.ts';

const platform = useTestPlatform();

test('CASES-60 while another platform checks a chain, a check of it is 429', async () => {
  const pepper = createPepper(['x'.repeat(32)]);
  const check = () => verifyChain({ db: platform.db, pepper }, platform.orgs.A);
  await platform.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${checkLock}, ${platform.orgs.A})`.execute(trx);
    await expect(check()).rejects.toMatchObject({ status: 429 });
  });
  expect(await check()).toMatchObject({ broken: null });
});
