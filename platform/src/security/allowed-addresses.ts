import { canonicalAddress } from '@console/contract/allowed-addresses';
import type { CallBody } from '@console/contract/call';
import type { allowedAddressesCalls } from '@console/contract/calls/allowed-addresses';
import type { AllowedAddresses } from '@console/contract/generated/schema-types';
import { isPrivate } from '@console/contract/networks';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { isAllowedByOperator, parsedAddresses } from '../core/access/allowed-address.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { type FieldProblems, invalidFields } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';

type Input = CallBody<typeof allowedAddressesCalls.updateAllowedAddresses>;
type Organisation = Pick<Row<'ent_org'>, 'id' | 'allowed_addresses'>;

/** Whether an address cannot be that of a user of a console on the Internet. */
const isProxyAddress = ({ publicUrl }: PlatformSettings, address: string): boolean =>
  publicUrl.protocol === 'https:' && isPrivate(address);

/** Who may turn a list on from the address of a proxy. */
const mayConfirmProxy = (role: Caller['role']): boolean => role === 'ADMINISTRATOR';

export const toAllowedAddresses = (
  settings: PlatformSettings,
  { role, clientAddress }: Caller,
  { id, allowed_addresses }: Organisation,
): AllowedAddresses => ({
  id: String(id),
  addresses: allowed_addresses ?? [],
  viewerAddressIsProxy: isProxyAddress(settings, clientAddress),
  viewerConfirmsProxy: mayConfirmProxy(role),
});

/** Replaces the list of an organisation. Throws 403 by role, 404, 422 WRONG_PASSWORD or with texts by field. */
export const updateAllowedAddresses = (services: Services, caller: Caller, input: Input): Promise<AllowedAddresses> =>
  runCommand(services, caller, async (trx) => {
    const { clock, settings } = services;
    const organisation = await lockAllowedOrganisation(trx, caller, 'network:edit', parseId(input.organisationId));
    const { id, allowed_addresses: before } = organisation;
    const list = parsedAddresses(input.addresses);
    const problems = list && {
      ...(await shutOut(trx, caller, id, list)),
      ...(before === null && proxyProblem(settings, caller, input.confirmProxy ?? false)),
    };
    if (problems && Object.keys(problems).length > 0) throw invalidFields(problems);
    const isChanged = JSON.stringify(list) !== JSON.stringify(before);
    await consumeReauthentication(trx, clock, caller, { isNeeded: isChanged, settingsOf: id });
    const answer = toAllowedAddresses(settings, caller, { id, allowed_addresses: list });
    if (!isChanged) return { answer, audit: null };
    await trx.updateTable('ent_org').set({ allowed_addresses: list }).where('id', '=', id).execute();
    return {
      answer,
      audit: {
        action: 'network:edit',
        target: { type: 'ent_org', id },
        before: { allowed_addresses: before },
        after: { allowed_addresses: list },
      },
    };
  });

/** The problem of a list that would refuse the next request of its own author. */
async function shutOut(
  trx: Transaction<Database>,
  { userId, organisationId, role, clientAddress }: Caller,
  id: number,
  list: readonly string[],
): Promise<FieldProblems> {
  const isOwn = organisationId === String(id);
  const isExternal = sql<boolean>`exists (select from user_mapping
    where ent_usr_id = ${userId}::int and mapped_org_id = ${id}::int and activated)`;
  if (!isOwn && !(await isTrue(trx, isExternal))) return {};
  const address = canonicalAddress(clientAddress);
  const isListed = sql<boolean>`coalesce(${address}::inet <<= any(${list}::inet[]), false)`;
  const byOperator = isOwn && role === 'ADMINISTRATOR' ? isAllowedByOperator(clientAddress) : sql<boolean>`false`;
  if (await isTrue(trx, sql<boolean>`${isListed} or ${byOperator}`)) return {};
  const message =
    address === null
      ? 'cannot be checked: your IP address is not known'
      : `must include your own IP address ${address}`;
  return { addresses: [{ code: 'NOT_ALLOWED', message }] };
}

const isTrue = async (trx: Transaction<Database>, condition: RawBuilder<boolean>): Promise<boolean> =>
  (await sql<{ is_true: boolean }>`select ${condition} as is_true`.execute(trx)).rows[0]?.is_true ?? false;

/** Behind a proxy that is not trusted, every request has its address: the list would refuse everyone or no one. */
function proxyProblem(settings: PlatformSettings, { role, clientAddress }: Caller, confirmed: boolean): FieldProblems {
  if (!isProxyAddress(settings, clientAddress) || (confirmed && mayConfirmProxy(role))) return {};
  const address = canonicalAddress(clientAddress);
  const message = mayConfirmProxy(role)
    ? `must be confirmed: ${address} is probably the address of a proxy`
    : `can be confirmed only by an Administrator: ${address} is probably the address of a proxy`;
  return { confirmProxy: [{ code: 'NOT_ALLOWED', message }] };
}
