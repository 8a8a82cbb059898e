import type { Kysely } from 'kysely';
import type { Database } from '../core/database/schema.ts';
import { demoNow } from './demo-now.ts';

/** Gives users an authenticator app that nothing can sign in with. */
export async function addApps(db: Kysely<Database>, ...userIds: number[]): Promise<void> {
  const rows = userIds.map((ent_usr_id) => ({ ent_usr_id, secret_sealed: 'x', last_step: 0, created_at: demoNow }));
  await db.insertInto('app_factor').values(rows).execute();
}

/** Gives users a passkey that nothing can sign in with; the same user twice has two. */
export async function addPasskeys(db: Kysely<Database>, ...userIds: number[]): Promise<void> {
  const rows = userIds.map((ent_usr_id, place) => ({
    ent_usr_id,
    name: 'Laptop',
    credential_id: `c${ent_usr_id}-${place}`,
    public_key: 'x',
    sign_count: 0,
    transports: [],
    created_at: demoNow,
    last_used_at: null,
  }));
  await db.insertInto('passkey').values(rows).execute();
}
