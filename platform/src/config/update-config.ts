import type { configCalls } from '@console/contract/calls/config';
import { texts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { refusedWithCode } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { readOrganisationResponse, toConfigResponse } from '../organisations/organisation-response.ts';
import { pendingEmailDayAfterChange } from '../pending/notification-frequency.ts';
import { countActiveUsers } from '../users/active-users.ts';
import { type ConfigForm, parseConfigForm } from './config-form.ts';
import { checkConfigPasscode, consumeConfigPasscode } from './config-passcode.ts';

type Configured = z.input<typeof configCalls.updateConfig.answer>['ent_org'];

/** Saves an organisation's configuration. Throws 403, 404, 422 by field, USER_LIMIT_TOO_LOW for a limit below the active users. */
export async function updateConfig(
  services: Services,
  caller: Caller,
  { org_id, config, passcode }: z.output<typeof configCalls.updateConfig.body>,
): Promise<Configured> {
  const id = parseId(org_id);
  const { extensions } = services.settings;
  const check = extensions ? await checkConfigPasscode(services, caller, id, passcode) : null;
  return runCommand(services, caller, async (trx) => {
    // Adding users locks the organisation too, so the limit is never below the number of active users.
    const current = await lockAllowedOrganisation(trx, caller, 'config:edit', id);
    const { time_zone: _, ...specified } = config;
    const form = parseConfigForm(extensions ? config : specified, current);
    await refuseTooLow(trx, current.id, form);
    if (extensions && form.otp_required && !current.otp_required)
      await consumeConfigPasscode(services, trx, caller, passcode, check);
    const pendingEmailDayOf = ({ time_zone }: ConfigForm, fields: readonly (keyof ConfigForm)[]) =>
      (fields.includes('time_zone') || fields.includes('notification_frequency')) && {
        digest_day: pendingEmailDayAfterChange(time_zone, services.clock(), current.digest_day),
      };
    const changed = (Object.keys(form) as (keyof ConfigForm)[]).filter((field) => form[field] !== current[field]);
    if (changed.length > 0)
      await trx
        .updateTable('ent_org')
        .set({ ...form, ...pendingEmailDayOf(form, changed), updated_at: services.clock() })
        .where('id', '=', current.id)
        .execute();
    const only = (row: ConfigForm | Row<'ent_org'>) => Object.fromEntries(changed.map((field) => [field, row[field]]));
    const target = { type: 'ent_org', id: current.id };
    return {
      answer: { ...(await readOrganisationResponse(trx, current.id)), config: toConfigResponse(form) },
      audit: changed.length > 0 ? { action: 'config:edit', target, before: only(current), after: only(form) } : null,
    };
  });
}

async function refuseTooLow(trx: Transaction<Database>, id: number, { user_limit }: ConfigForm): Promise<void> {
  if (user_limit !== null && user_limit < (await countActiveUsers(trx, id)))
    throw refusedWithCode('USER_LIMIT_TOO_LOW', texts.config.updateLimit);
}
