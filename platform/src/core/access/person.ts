import { personNeeded } from '@console/contract/call';
import type { Kysely } from 'kysely';
import { forbidden } from '../base/failure.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from './caller.ts';

/** The id of the person who calls. Throws 403 for a key of an organisation. */
export function personOf({ userId }: Pick<Caller, 'userId'>): number {
  if (userId === null) throw forbidden(personNeeded);
  return userId;
}

/** The email address of the person who calls. */
export async function emailOf(db: Kysely<Database>, caller: Pick<Caller, 'userId'>): Promise<string> {
  const emails = db.selectFrom('ent_usr').select('email').where('id', '=', personOf(caller));
  return (await emails.executeTakeFirstOrThrow()).email;
}
