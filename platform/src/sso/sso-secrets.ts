import { StartError } from '@console/contract/settings';
import type { Kysely } from 'kysely';
import { createSecretCipher, type SecretCipher } from '../core/base/secret-cipher.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import type { Database } from '../core/database/schema.ts';

const batchSize = 1_000;

/** The cipher of the client secrets of organisations. */
export const ssoCipher = (secrets: readonly string[]): SecretCipher => createSecretCipher(secrets, 'sso');

/** Encrypts the client secrets with the newest of the platform's secrets; returns how many need one that is not there. */
export async function renewSsoSecrets(db: Kysely<Database>, secrets: readonly string[]): Promise<number> {
  const { renew } = ssoCipher(secrets);
  let unreadable = 0;
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('sso')
      .select(['ent_org_id', 'client_secret_sealed'])
      .where('ent_org_id', '>', after)
      .orderBy('ent_org_id')
      .limit(batchSize)
      .execute();
    for (const { ent_org_id, client_secret_sealed } of rows) {
      const renewed = renew(client_secret_sealed, String(ent_org_id));
      if (renewed === null) unreadable += 1;
      else if (renewed !== client_secret_sealed)
        await db
          .updateTable('sso')
          .set({ client_secret_sealed: renewed })
          .where('ent_org_id', '=', ent_org_id)
          // Not one that was saved meanwhile.
          .where('client_secret_sealed', '=', client_secret_sealed)
          .execute();
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return unreadable;
    after = last.ent_org_id;
  }
}

/** Throws StartError when stored secrets need an earlier PLATFORM_SECRET, unless the operator has given them up. */
export async function requireReadableSecrets(
  db: Kysely<Database>,
  { secrets, unreadableSecrets }: Pick<PlatformSettings, 'secrets' | 'unreadableSecrets'>,
): Promise<void> {
  const count = await renewSsoSecrets(db, secrets);
  if (count === 0 || unreadableSecrets === 'give-up') return;
  const those = count === 1 ? '1 stored secret needs' : `${count} stored secrets need`;
  throw new StartError(
    `PLATFORM_SECRET lacks an earlier value: ${those} it. Set it to "new,old" for one more start; if the old value is lost, set UNREADABLE_SECRETS to give-up and enter these secrets again.`,
  );
}
