import { auditedNotFound, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { runCommand } from '../core/database/transaction.ts';
import { requireSession } from './create-key.ts';
import { type ApiKeyAnswer, toApiKeyAnswers } from './keys.store.ts';

const action = 'keys:revoke';

/** Revokes a key at once: the caller's own, or, by role, one of an organisation. A revoked key stays as it is. Throws 403, 404. */
export function revokeKey(services: Services, caller: Caller, keyId: number): Promise<ApiKeyAnswer> {
  requireSession(caller);
  const target = { type: 'api_key', id: keyId };
  return runCommand(services, caller, async (trx) => {
    const key = await trx
      .selectFrom('api_key')
      .innerJoin('ent_usr', 'ent_usr.id', 'api_key.ent_usr_id')
      .selectAll('api_key')
      .select('ent_usr.ent_org_id')
      .where('api_key.id', '=', keyId)
      .forNoKeyUpdate('api_key')
      .executeTakeFirst();
    const isOwn = key?.ent_usr_id === caller.userId;
    const allowed = isOwn ? 'any' : authorizeOrganisation(caller, action, key?.ent_org_id ?? 0, target);
    if (!key) throw auditedNotFound(action, target);
    const answerOf = async (row: typeof key) => {
      const [answer] = await toApiKeyAnswers(trx, allowed, [row]);
      if (!answer) throw auditedNotFound(action, target);
      return answer;
    };
    if (key.revoked_at) return { answer: await answerOf(key), audit: null };
    const revoked_at = services.clock();
    await trx.updateTable('api_key').set({ revoked_at }).where('id', '=', keyId).execute();
    return {
      answer: await answerOf({ ...key, revoked_at }),
      audit: { action, target, before: { revoked_at: null }, after: { revoked_at, ent_usr_id: key.ent_usr_id } },
    };
  });
}
