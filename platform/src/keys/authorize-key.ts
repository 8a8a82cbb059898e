import type { Action } from '@console/contract/access';
import type { Kysely } from 'kysely';
import { auditedNotFound, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Database } from '../core/database/schema.ts';
import { type ApiKeyAnswer, toApiKeyAnswers } from './keys.store.ts';

/** A key of the caller or, by role, one of an organisation, locked in a transaction; `answerOf` gives it in the REST shape. Throws an audited 403 by role, 404. */
export async function authorizeKey(db: Kysely<Database>, caller: Caller, action: Action, keyId: number) {
  const target = { type: 'api_key', id: keyId };
  const found = db
    .selectFrom('api_key')
    .leftJoin('ent_usr', 'ent_usr.id', 'api_key.ent_usr_id')
    .selectAll('api_key')
    .select(({ fn }) => fn.coalesce('api_key.owner_org_id', 'ent_usr.ent_org_id').as('organisationId'))
    .where('api_key.id', '=', keyId);
  const key = await (db.isTransaction ? found.forNoKeyUpdate('api_key') : found).executeTakeFirst();
  const isOwn = caller.userId !== null && key?.ent_usr_id === caller.userId;
  const allowed = isOwn ? 'any' : authorizeOrganisation(caller, action, key?.organisationId ?? 0, target);
  if (!key) throw auditedNotFound(action, target);
  const answerOf = async (row: typeof key): Promise<ApiKeyAnswer> => {
    const [answer] = await toApiKeyAnswers(db, allowed, [row]);
    if (!answer) throw auditedNotFound(action, target);
    return answer;
  };
  return { key, target, answerOf };
}
