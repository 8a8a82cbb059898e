import type { CallBody } from '@console/contract/call';
import type { allowedAddressesCalls } from '@console/contract/calls/allowed-addresses';
import type { Transaction } from 'kysely';
import { parsedAddresses } from '../core/access/allowed-address.ts';
import type { Caller } from '../core/access/caller.ts';
import { personOf } from '../core/access/person.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { conflict, notFound } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { type ApiKeyAnswer, isKeyRowEnded, toApiKeyAnswers } from './keys.store.ts';

/** Replaces the addresses from which a key of the caller may be used. Throws 404, 409 for a key that has ended, 422 by field. */
export const updateKeyAddresses = (
  services: Services,
  caller: Caller,
  input: CallBody<typeof allowedAddressesCalls.updateKeyAddresses>,
): Promise<ApiKeyAnswer> =>
  runCommand(services, caller, async (trx) => {
    const keys = trx.selectFrom('api_key').selectAll().where('id', '=', parseId(input.key_id));
    const key = await keys.where('ent_usr_id', '=', personOf(caller)).forNoKeyUpdate().executeTakeFirst();
    if (!key) throw notFound();
    const { row, audit } = await setKeyAddresses(services, trx, key, input.addresses);
    const [answer] = await toApiKeyAnswers(trx, 'any', [row]);
    if (!answer) throw notFound();
    return { answer, audit };
  });

/** Sets the list of a locked key. Throws 409 for a key that has ended, 422 by field. */
export async function setKeyAddresses(
  { clock }: Pick<Services, 'clock'>,
  trx: Transaction<Database>,
  key: Row<'api_key'>,
  entries: readonly string[],
): Promise<{ row: Row<'api_key'>; audit: AuditEntry | null }> {
  if (isKeyRowEnded(key, clock())) throw conflict('This API key has expired or was revoked.');
  const { id, allowed_addresses: before } = key;
  const allowed_addresses = parsedAddresses(entries);
  const row = { ...key, allowed_addresses };
  if (JSON.stringify(allowed_addresses) === JSON.stringify(before)) return { row, audit: null };
  await trx.updateTable('api_key').set({ allowed_addresses }).where('id', '=', id).execute();
  const target = { type: 'api_key', id };
  const change = { before: { allowed_addresses: before }, after: { allowed_addresses } };
  return { row, audit: { action: 'network:editKey', target, ...change } };
}
