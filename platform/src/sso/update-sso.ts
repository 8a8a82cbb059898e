import { secretMask } from '@console/contract/rules';
import { toId } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { holdReached } from '../core/access/lock-allowed-organisation.ts';
import type { Services } from '../core/access/services.ts';
import type { Seal } from '../core/base/seal.ts';
import type { Row } from '../core/database/schema.ts';
import { act } from '../core/database/transaction.ts';
import { readSsoForm, type SsoInput } from './sso-form.ts';

type Saved = Row<'sso'>;

/** Saves an organisation's settings; saved as they are already, nothing happens. Throws 403, 404, 422 with texts by field. */
export const updateSso = (
  services: Services,
  seal: Seal,
  caller: Caller,
  requestId: string,
  input: SsoInput,
): Promise<Saved> =>
  act(services, { ...caller, requestId }, async (trx) => {
    const { id } = await holdReached(trx, caller, 'sso:edit', toId(input.ent_org_id));
    const was = await trx.selectFrom('sso').selectAll().where('ent_org_id', '=', id).executeTakeFirst();
    const { client_secret, ...ids } = readSsoForm(input, { isFirst: !was });
    const place = String(id);
    const keeps = was && (client_secret === null || seal.open(was.client_secret_sealed, place) === client_secret);
    if (keeps && was.client_id === ids.client_id && was.tenant_id === ids.tenant_id)
      return { answer: was, audit: null };
    const client_secret_sealed = keeps ? was.client_secret_sealed : seal.seal(client_secret ?? '', place);
    const row = { ...ids, client_secret_sealed, ent_org_id: id, updated_at: services.clock() };
    await trx
      .insertInto('sso')
      .values(row)
      .onConflict((conflict) => conflict.column('ent_org_id').doUpdateSet(row))
      .execute();
    return {
      answer: row,
      audit: {
        action: 'sso:edit',
        target: { type: 'ent_org', id },
        ...(was && { before: told(was, row) }),
        after: told(row, was),
      },
    };
  });

/** What the audit log says of settings: what differs from others, with the mask for a secret. */
function told(one: Saved, other: Saved | undefined): Record<string, string> {
  return {
    ...(one.client_id !== other?.client_id && { client_id: one.client_id }),
    ...(one.tenant_id !== other?.tenant_id && { tenant_id: one.tenant_id }),
    ...(one.client_secret_sealed !== other?.client_secret_sealed && { client_secret: secretMask }),
  };
}
