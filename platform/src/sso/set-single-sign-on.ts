import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import { requireSession } from '../core/access/require-session.ts';
import type { Services } from '../core/access/services.ts';
import { conflict } from '../core/base/failure.ts';
import { runCommand } from '../core/database/transaction.ts';
import { readSingleSignOn, type SingleSignOnResponse } from './sso-settings.store.ts';
import { ssoStateOf, switchedEntry } from './switched-entry.ts';
import { endFirstSignIns, requireSso, signInNeedsSession } from './update-single-sign-on.ts';

/** Turns single sign-on, or its requirement, on or off. Throws 403, 404, 422 WRONG_PASSWORD, 409 before tests and a verified domain. */
export const setSingleSignOn = (
  services: Services,
  caller: Caller,
  organisationId: number,
  { enabled, required: given }: { enabled: boolean; required?: boolean | undefined },
): Promise<SingleSignOnResponse> =>
  runCommand(services, caller, async (trx) => {
    const { clock, settings } = services;
    requireSession(caller, signInNeedsSession);
    const organisation = await lockAllowedOrganisation(trx, caller, 'sso:activate', organisationId);
    const { id } = organisation;
    const current = await requireSso(trx, id);
    const read = async () => {
      const answer = await readSingleSignOn(trx, settings, id);
      if (!answer) throw new Error('locked settings are gone');
      return answer;
    };
    const before = ssoStateOf(current);
    const after = { enabled, required: enabled && (given ?? before.required) };
    if (before.enabled === after.enabled && before.required === after.required) {
      await consumeReauthentication(trx, clock, caller, { isNeeded: false });
      return { answer: await read(), audit: null };
    }
    const { domains } = await read();
    const isMore = (enabled && !before.enabled) || (after.required && !before.required);
    if (isMore && current.tested_at === null)
      throw conflict('The settings have not passed the connection test. Test the connection first.');
    if (isMore && current.signed_in_at === null)
      throw conflict('The settings have not passed the sign-in test. Test signing in first.');
    if (isMore && domains.every(({ verified_at }) => verified_at === null))
      throw conflict('No email domain is verified. Verify one first.');
    await consumeReauthentication(trx, clock, caller, { settingsOf: id });
    const now = clock();
    const required_at = after.required ? (before.required ? current.required_at : now) : null;
    const switched = enabled
      ? { enabled_at: now, enabled_by: caller.userId, enabled_by_role: caller.role }
      : { enabled_at: null, enabled_by: null, enabled_by_role: null };
    await trx
      .updateTable('sso')
      .set({ required_at, ...(before.enabled !== enabled && switched) })
      .where('ent_org_id', '=', id)
      .execute();
    if (!enabled) await endFirstSignIns(trx, id);
    return { answer: await read(), audit: switchedEntry(id, before, after) };
  });
