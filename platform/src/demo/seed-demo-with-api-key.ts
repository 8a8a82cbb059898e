import { nonSensitiveScopes } from '@console/contract/key-scopes';
import { loadOrCreateSecret, readSecret } from '@console/server-base/secret-file';
import { StartError } from '@console/server-base/settings';
import type { Kysely } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { usableKeyCondition } from '../core/access/usable-keys.ts';
import { systemActor } from '../core/base/audit-entry.ts';
import { hashSecret } from '../core/base/keys.ts';
import { describeExposure } from '../core/base/settings.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { lockPlatformStart } from '../users/lock-platform-start.ts';
import { seedDemo } from './demo.ts';

/** Guid of Demo Industries in all releases. It is unique and cannot be changed. */
const demoOrganisation = '9cfb1651-33d0-44c1-95d2-e6cf09c5e533';
const keyName = 'Demo key';

/** Seeds an empty database if enabled; returns the demo API key of this folder, or null. Throws StartError if it would be exposed. */
export async function seedDemoWithApiKey(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  onFilling?: () => void,
): Promise<string | null> {
  const { db, clock, settings } = services;
  if (settings.demo) await seedDemo(db, { clock, onFilling });
  if (!(await hasDemoData(db))) return null;
  refuseExposure(settings);
  return setApiKey(services);
}

const hasDemoData = async (db: Kysely<Database>) =>
  (await db.selectFrom('ent_org').select('id').where('guid', '=', demoOrganisation).executeTakeFirst()) !== undefined;

function refuseExposure(settings: Services['settings']): void {
  const exposed = describeExposure(settings);
  if (!exposed) return;
  const [database, name] =
    settings.databaseUrl === undefined
      ? [`DATA_DIR "${settings.dataDir}"`, 'another DATA_DIR']
      : ['The database of DATABASE_URL', 'another DATABASE_URL'];
  throw new StartError(
    `${database} holds demo data, whose passwords are published, and ${exposed}. Set ${name}, or serve this machine only.`,
  );
}

/** Creates a missing demo key. Null if another data folder has it: that of a platform next to this one. */
const setApiKey = ({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Promise<string | null> =>
  runCommand<string | null>({ db, clock, notices: null }, systemActor, async (trx) => {
    await lockPlatformStart(trx);
    const own = await readSecret(settings.dataDir, 'demo-key');
    const { id: ent_usr_id } = await trx
      .selectFrom('ent_usr')
      .select('id')
      .where('email', '=', 'admin@demo.example')
      .executeTakeFirstOrThrow();
    const keys = await trx
      .selectFrom('api_key')
      .select(['key_hash', usableKeyCondition(clock()).as('isUsable')])
      .where('ent_usr_id', '=', ent_usr_id)
      .where('name', '=', keyName)
      .execute();
    const known = own === null ? undefined : keys.find(({ key_hash }) => key_hash === hashSecret(own));
    if (known) return { answer: known.isUsable ? own : null, audit: null };
    if (keys.some(({ isUsable }) => isUsable)) return { answer: null, audit: null };
    const apiKey = own ?? (await loadOrCreateSecret(settings.dataDir, 'demo-key'));
    const { id } = await trx
      .insertInto('api_key')
      .values({
        ent_usr_id,
        name: keyName,
        key_hash: hashSecret(apiKey),
        scopes: [...nonSensitiveScopes],
        created_at: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      answer: apiKey,
      audit: { action: 'keys:create', target: { type: 'api_key', id }, after: { name: keyName, ent_usr_id } },
    };
  });
