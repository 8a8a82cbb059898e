import { StartError } from '@console/server-base/settings';
import { expect, test } from 'vitest';
import { renewStoredSecrets, requireReadableSecrets } from '../operator/stored-secrets.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { ssoCipher } from './sso-secrets.ts';

const [old, current] = ['the old secret of tests '.repeat(2), 'the new secret of tests '.repeat(2)];
const platform = useTestPlatform();

/** Stores a client secret for each organisation, as a platform with these secrets does. */
async function store(id: number, secret: string, secrets: readonly string[]): Promise<void> {
  const row = {
    ent_org_id: id,
    client_id: 'client',
    tenant_id: 'tenant',
    updated_at: platform.now(),
    client_secret_sealed: ssoCipher(secrets).encrypt(secret, String(id)),
  };
  await platform.db
    .insertInto('sso')
    .values(row)
    .onConflict((conflict) => conflict.column('ent_org_id').doUpdateSet(row))
    .execute();
}

/** Client secrets that a platform with these secrets can read. */
const readWith = async (...secrets: string[]) => {
  const rows = await platform.db.selectFrom('sso').selectAll().orderBy('ent_org_id').execute();
  return rows.map((row) => ssoCipher(secrets).decrypt(row.client_secret_sealed, String(row.ent_org_id)));
};

test('SECRET-1 SECURITY-T26 with two values all is encrypted with the newer one, after which the older one is not needed', async () => {
  const { A, B } = platform.orgs;
  await store(A, 'one', [old]);
  await store(B, 'two', [current, old]);
  const before = await platform.db.selectFrom('sso').select('client_secret_sealed').orderBy('ent_org_id').execute();
  expect(await readWith(current)).toEqual([null, 'two']);
  expect(await renewStoredSecrets(platform.db, [current, old])).toBe(0);
  expect(await readWith(current)).toEqual(['one', 'two']);
  const after = await platform.db.selectFrom('sso').select('client_secret_sealed').orderBy('ent_org_id').execute();
  expect(after[1]).toEqual(before[1]);
});

test('SECRET-1 more than a batch of them', async () => {
  const now = platform.now();
  const ids = await platform.db
    .insertInto('ent_org')
    .values(
      Array.from({ length: 1_100 }, (_, at) => ({
        guid: crypto.randomUUID(),
        brandname: `Many ${at}`,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning('id')
    .execute();
  const rows = ids.map(({ id }) => ({
    ent_org_id: id,
    client_id: 'c',
    tenant_id: 't',
    updated_at: now,
    client_secret_sealed: ssoCipher([old]).encrypt('many', String(id)),
  }));
  await platform.db.insertInto('sso').values(rows).execute();
  expect(await renewStoredSecrets(platform.db, [current, old])).toBe(0);
  expect(new Set(await readWith(current))).toEqual(new Set(['many']));
});

test('SECRET-2 a start without a value that is needed is refused, says how many need it, and changes nothing', async () => {
  const { A, B } = platform.orgs;
  await store(A, 'one', [old]);
  await store(B, 'two', [current]);
  const start = (unreadableSecrets: 'refuse' | 'give-up') =>
    requireReadableSecrets(platform.db, { secrets: [current], unreadableSecrets });
  const refusal = await start('refuse').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect((refusal as Error).message).toBe(
    'PLATFORM_SECRET lacks an earlier value: 1 stored secret needs it. Set PLATFORM_SECRET to "new,old" for one more start. If the old value is lost, set UNREADABLE_SECRETS to give-up and enter these secrets again.',
  );
  expect(await readWith(old)).toEqual(['one', null]);
  await start('give-up');
  expect(await readWith(old)).toEqual(['one', null]);
});
