import type { Transaction } from 'kysely';
import { auditedForbidden, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation, lockOrganisations, lockUsersOfOrganisation } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { revokeAllAccessInOrganisation } from '../security/revoke-access.ts';
import { type OrganisationResponse, readOrganisationResponse } from './organisation-response.ts';

/** Disables an organisation and revokes its sessions, or enables it. Throws 403 for the own one, 404, 422 WRONG_PASSWORD. */
export const setOrganisationDisabled = (
  services: Services,
  caller: Caller,
  organisationId: number,
  disabled: boolean | 'toggle',
): Promise<OrganisationResponse> =>
  runCommand(services, caller, async (trx) => {
    const { clock, settings } = services;
    const requestedAction = actionTo(disabled === 'toggle' ? !(await isDisabled(trx, organisationId)) : disabled);
    const target = { type: 'ent_org', id: organisationId };
    authorizeOrganisation(caller, requestedAction, organisationId);
    // Together, in the order of ids: two callers who disable each other's organisations must not both succeed.
    await lockOrganisations(trx, [organisationId, Number(caller.organisationId)]);
    const current = await lockAllowedOrganisation(trx, caller, requestedAction, organisationId);
    const is_disabled = disabled === 'toggle' ? !current.is_disabled : disabled;
    const isNeeded = is_disabled !== current.is_disabled && (is_disabled || settings.requirePasswordOnActivate);
    if (is_disabled === current.is_disabled) {
      await consumeReauthentication(trx, clock, caller, { isNeeded });
      return { answer: await readOrganisationResponse(trx, organisationId), audit: null };
    }
    const action = actionTo(is_disabled);
    // Another request toggled the organisation before the lock.
    if (action !== requestedAction) authorizeOrganisation(caller, action, organisationId);
    if (is_disabled && caller.organisationId === String(organisationId))
      throw auditedForbidden('organisations:disable', 'oneself', target);
    if (is_disabled) {
      // Users of this organisation may be taking the caller's permissions away.
      await lockUsersOfOrganisation(trx, organisationId, caller.userId);
      await requireUnchangedCaller(trx, caller);
    }
    await consumeReauthentication(trx, clock, caller, { isNeeded });
    const values = { is_disabled, updated_at: clock() };
    await trx.updateTable('ent_org').set(values).where('id', '=', organisationId).execute();
    if (is_disabled) await revokeAllAccessInOrganisation(trx, clock, organisationId);
    const before = { is_disabled: current.is_disabled };
    return {
      answer: await readOrganisationResponse(trx, organisationId),
      audit: { action, target, before, after: { is_disabled } },
    };
  });

const actionTo = (disable: boolean) => (disable ? 'organisations:disable' : 'organisations:enable');

async function isDisabled(trx: Transaction<Database>, id: number): Promise<boolean> {
  const organisation = await trx.selectFrom('ent_org').select('is_disabled').where('id', '=', id).executeTakeFirst();
  return organisation?.is_disabled ?? false;
}
