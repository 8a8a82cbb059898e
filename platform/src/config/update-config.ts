import type { configCalls } from '@console/contract/calls/config';
import { texts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { toId } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { holdReached } from '../core/access/lock-allowed-organisation.ts';
import type { Services } from '../core/access/services.ts';
import { refusedAs } from '../core/base/failure.ts';
import { countActiveUsers } from '../core/database/active-users.ts';
import { readEntOrg, toOrgConfig } from '../core/database/ent-org.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { act } from '../core/database/transaction.ts';
import { type ConfigForm, readConfigForm } from './config-form.ts';

/** An organisation with its configuration, as the call tells of it. */
type Configured = z.input<typeof configCalls.updateConfig.answer>['ent_org'];

/**
 * Saves an organisation's configuration; nothing ends for those who are signed in. Throws 403, 404, 422 with texts by field, USER_LIMIT_TOO_LOW for a
 * limit below the active users.
 */
export const updateConfig = (
  services: Services,
  caller: Caller,
  requestId: string,
  { org_id, config }: z.output<typeof configCalls.updateConfig.body>,
): Promise<Configured> =>
  act(services, { ...caller, requestId }, async (trx) => {
    // Whoever adds users holds the organisation too: the limit is never below those who are there.
    const was = await holdReached(trx, caller, 'config:edit', toId(org_id));
    const form = readConfigForm(config);
    await refuseTooLow(trx, was.id, form);
    const changed = (Object.keys(form) as (keyof ConfigForm)[]).filter((field) => form[field] !== was[field]);
    if (changed.length > 0)
      await trx
        .updateTable('ent_org')
        .set({ ...form, updated_at: services.clock() })
        .where('id', '=', was.id)
        .execute();
    const only = (row: ConfigForm | Row<'ent_org'>) => Object.fromEntries(changed.map((field) => [field, row[field]]));
    const target = { type: 'ent_org', id: was.id };
    return {
      answer: { ...(await readEntOrg(trx, was.id)), config: toOrgConfig(form) },
      audit: changed.length > 0 ? { action: 'config:edit', target, before: only(was), after: only(form) } : null,
    };
  });

async function refuseTooLow(trx: Transaction<Database>, id: number, { user_limit }: ConfigForm): Promise<void> {
  if (user_limit !== null && user_limit < (await countActiveUsers(trx, id)))
    throw refusedAs('USER_LIMIT_TOO_LOW', texts.config.updateLimit);
}
