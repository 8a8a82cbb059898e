import type { Kysely } from 'kysely';
import { auditedNotFound, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Database } from '../core/database/schema.ts';
import { type ApiKeyAnswer, toApiKeyAnswers } from './keys.store.ts';

const action = 'keys:view';

/** A key of the caller or, by role, one of an organisation. Throws 403, 404. */
export async function findVisibleKey(db: Kysely<Database>, caller: Caller, keyId: number): Promise<ApiKeyAnswer> {
  const target = { type: 'api_key', id: keyId };
  const key = await db
    .selectFrom('api_key')
    .innerJoin('ent_usr', 'ent_usr.id', 'api_key.ent_usr_id')
    .selectAll('api_key')
    .select('ent_usr.ent_org_id')
    .where('api_key.id', '=', keyId)
    .executeTakeFirst();
  const isOwn = key?.ent_usr_id === caller.userId;
  const allowed = isOwn ? 'any' : authorizeOrganisation(caller, action, key?.ent_org_id ?? 0, target);
  const [answer] = key ? await toApiKeyAnswers(db, allowed, [key]) : [];
  if (!answer) throw auditedNotFound(action, target);
  return answer;
}
