import type { Caller } from '../core/access/caller.ts';
import { holdReached } from '../core/access/lock-allowed-organisation.ts';
import { takeProof } from '../core/access/reauthentication.ts';
import { endAccessToOrganisation } from '../core/access/revoke-sessions.ts';
import type { Services } from '../core/access/services.ts';
import { refusalOf } from '../core/base/audit-entry.ts';
import { audited, forbidden } from '../core/base/failure.ts';
import { type EntOrg, readEntOrg } from '../core/database/ent-org.ts';
import { act } from '../core/database/transaction.ts';

/** Which organisation to disable or enable. Without a wanted state it becomes the other one (SPEC 7). */
export interface Disabling {
  organisationId: number;
  wantDisabled: boolean | undefined;
}

/**
 * Disables an organisation, which ends every way in that its users have, or enables it, and answers it as it is then; one that is as wanted already
 * stays so, and no proof is used. Throws 403 for the caller's own organisation, 404, 422 WRONG_PASSWORD without a proof.
 */
export const setDisabled = (
  services: Services,
  caller: Caller,
  requestId: string,
  { organisationId, wantDisabled }: Disabling,
): Promise<EntOrg> =>
  act(services, { ...caller, requestId }, async (trx) => {
    const { clock, settings } = services;
    const tried = wantDisabled === false ? 'organisations:enable' : 'organisations:disable';
    const target = { type: 'ent_org', id: organisationId };
    const was = await holdReached(trx, caller, tried, organisationId);
    const is_disabled = wantDisabled ?? !was.is_disabled;
    if (is_disabled === was.is_disabled) return { answer: await readEntOrg(trx, organisationId), audit: null };
    if (is_disabled && caller.organisationId === String(organisationId))
      throw audited(forbidden(), refusalOf('organisations:disable', 'oneself', target));
    if (is_disabled || settings.requirePasswordOnActivate) await takeProof(trx, clock, caller);
    const values = { is_disabled, updated_at: clock() };
    await trx.updateTable('ent_org').set(values).where('id', '=', organisationId).execute();
    if (is_disabled) await endAccessToOrganisation(trx, clock, organisationId);
    const action = is_disabled ? 'organisations:disable' : 'organisations:enable';
    const before = { is_disabled: was.is_disabled };
    return { answer: await readEntOrg(trx, organisationId), audit: { action, target, before, after: { is_disabled } } };
  });
