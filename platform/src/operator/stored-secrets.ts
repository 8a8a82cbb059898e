import { StartError } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import { createSecretCipher } from '../core/base/secret-cipher.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import { type Database, tables } from '../core/database/schema.ts';

/** Columns with encrypted secrets, bound to the id of their row. */
const places = Object.entries(tables).flatMap(([table, { columns }]) =>
  Object.entries(columns).flatMap(([column, { sealedFor }], _, [[id] = ['']]) =>
    sealedFor ? [{ purpose: sealedFor, table, id, column }] : [],
  ),
);

const batchSize = 1_000;

/** Re-encrypts stored secrets with the newest platform secret, without empty ones of a backup. Returns the number of unreadable ones. */
export async function renewStoredSecrets(db: Kysely<Database>, secrets: readonly string[]): Promise<number> {
  let unreadable = 0;
  for (const place of places) unreadable += await renewSecretsOf(db, secrets, place);
  return unreadable;
}

async function renewSecretsOf(
  db: Kysely<Database>,
  secrets: readonly string[],
  { purpose, table, id, column }: (typeof places)[number],
): Promise<number> {
  const { renew } = createSecretCipher(secrets, purpose);
  const [from, key, sealed] = [sql.table(table), sql.ref(id), sql.ref(column)];
  let unreadable = 0;
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; secret: string }>`
      select ${key} as id, ${sealed} as secret from ${from}
      where ${key} > ${after}::int and ${sealed} <> '' order by ${key} limit ${batchSize}::int`.execute(db);
    for (const row of rows) {
      const renewed = renew(row.secret, String(row.id));
      if (renewed === null) unreadable += 1;
      else if (renewed !== row.secret)
        // Skip a secret that was saved since.
        await sql`update ${from} set ${sealed} = ${renewed}
          where ${key} = ${row.id}::int and ${sealed} = ${row.secret}`.execute(db);
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return unreadable;
    after = last.id;
  }
}

/** Throws StartError if stored secrets need an earlier PLATFORM_SECRET that the operator has not given up. */
export async function requireReadableSecrets(
  db: Kysely<Database>,
  { secrets, unreadableSecrets }: Pick<PlatformSettings, 'secrets' | 'unreadableSecrets'>,
): Promise<void> {
  const count = await renewStoredSecrets(db, secrets);
  if (count === 0 || unreadableSecrets === 'give-up') return;
  const those = count === 1 ? '1 stored secret needs' : `${count} stored secrets need`;
  throw new StartError(
    `PLATFORM_SECRET lacks an earlier value: ${those} it. Set PLATFORM_SECRET to "new,old" for one more start. If the old value is lost, set UNREADABLE_SECRETS to give-up and enter these secrets again.`,
  );
}
