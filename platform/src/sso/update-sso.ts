import { secretMask } from '@console/contract/rules';
import { authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import { requireSession } from '../core/access/require-session.ts';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { SecretCipher } from '../core/base/secret-cipher.ts';
import type { Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { checkDomainsSoon } from './check-domains.ts';
import { parseSsoForm, type SsoInput } from './sso-form.ts';
import { effectiveIssuer } from './sso-provider.ts';
import { switchedOffEntry } from './switched-entry.ts';
import { endedByAnotherProvider, endLinks, hasLinks, signInNeedsSession } from './update-single-sign-on.ts';

type Saved = Pick<Row<'sso'>, 'client_id' | 'tenant_id' | 'client_secret_sealed'>;

/** The first save turns nothing on. */
const noSingleSignOn = { issuer: null, default_role: null, ...endedByAnotherProvider };

/** Columns that another secret resets, because its expiry and tests are unknown. */
const endedByAnotherSecret = {
  secret_expires_on: null,
  secret_reminded_days: null,
  signed_in_at: null,
  client_refused_at: null,
};

/** Saves settings; unchanged ones are not audited. Throws 403, 404, 422 by field, WRONG_PASSWORD while single sign-on is on or if links end. */
export const updateSso = (services: Services, cipher: SecretCipher, caller: Caller, input: SsoInput): Promise<Saved> =>
  runCommand(services, caller, async (trx) => {
    const organisation = await lockAllowedOrganisation(trx, caller, 'sso:edit', parseId(input.ent_org_id));
    const { id } = organisation;
    const current = await trx.selectFrom('sso').selectAll().where('ent_org_id', '=', id).executeTakeFirst();
    const { client_secret, ...ids } = parseSsoForm(input, { isFirst: !current });
    const rowId = String(id);
    const keeps =
      current && (client_secret === null || cipher.decrypt(current.client_secret_sealed, rowId) === client_secret);
    const isUnchanged = keeps && current.client_id === ids.client_id && current.tenant_id === ids.tenant_id;
    const isOther =
      current !== undefined &&
      (current.client_id !== ids.client_id || effectiveIssuer(current) !== effectiveIssuer({ ...current, ...ids }));
    // While single sign-on is on, these settings decide who can sign in.
    const isNeeded = (!isUnchanged && current?.enabled_at != null) || (isOther && (await hasLinks(trx, id)));
    if (isNeeded) {
      requireSession(caller, signInNeedsSession);
      authorizeOrganisation(caller, 'sso:activate', id);
    }
    // Ended links cannot be restored, so the confirmation cannot be reused.
    await consumeReauthentication(trx, services.clock, caller, { isNeeded, settingsOf: isOther ? undefined : id });
    if (isUnchanged) return { answer: current, audit: null };
    if (isOther) {
      await endLinks(trx, id);
      await checkDomainsSoon(trx, id, services.clock());
    }
    const client_secret_sealed = keeps ? current.client_secret_sealed : cipher.encrypt(client_secret ?? '', rowId);
    const row = { ...ids, client_secret_sealed, ent_org_id: id, updated_at: services.clock() };
    await trx
      .insertInto('sso')
      .values({ ...row, ...noSingleSignOn, ...endedByAnotherSecret })
      .onConflict((conflict) =>
        conflict.column('ent_org_id').doUpdateSet({
          ...row,
          ...(!keeps && endedByAnotherSecret),
          ...(isOther && endedByAnotherProvider),
        }),
      )
      .execute();
    const day = keeps ? null : (current?.secret_expires_on ?? null);
    const endsDay = day !== null && { secret_expires_on: day };
    const audit = {
      action: 'sso:edit',
      target: { type: 'ent_org', id },
      ...(current && { before: { ...changedSettings(current, row), ...endsDay } }),
      after: { ...changedSettings(row, current), ...(endsDay && { secret_expires_on: null }) },
    };
    const isSwitchedOff = isOther && current.enabled_at !== null;
    return {
      answer: row,
      audit: isSwitchedOff ? [audit, switchedOffEntry(id, current)] : audit,
    };
  });

/** Changed settings, with the mask for a secret. */
function changedSettings(one: Saved, other: Saved | undefined): Record<string, string> {
  return {
    ...(one.client_id !== other?.client_id && { client_id: one.client_id }),
    ...(one.tenant_id !== other?.tenant_id && { tenant_id: one.tenant_id }),
    ...(one.client_secret_sealed !== other?.client_secret_sealed && { client_secret: secretMask }),
  };
}
