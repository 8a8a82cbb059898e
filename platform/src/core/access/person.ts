import { personNeeded } from '@console/contract/call';
import type { Kysely } from 'kysely';
import { forbidden } from '../base/failure.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from './caller.ts';

/** The caller's user id. Throws 403 for an organisation key. */
export function personOf({ userId }: Pick<Caller, 'userId'>): number {
  if (userId === null) throw forbidden(personNeeded);
  return userId;
}

export async function emailOf(db: Kysely<Database>, caller: Pick<Caller, 'userId'>): Promise<string> {
  const emails = db.selectFrom('ent_usr').select('email').where('id', '=', personOf(caller));
  return (await emails.executeTakeFirstOrThrow()).email;
}
