import type { CallResponse } from '@console/contract/call';
import type { allowedAddressesCalls } from '@console/contract/calls/allowed-addresses';
import { canonicalAddress } from '@console/contract/ip-address';
import { isPrivate } from '@console/server-base/networks';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { isAllowedByOperator } from '../core/access/allowed-address.ts';
import type { Caller } from '../core/access/caller.ts';
import type { FieldProblems } from '../core/base/failure.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import type { Database } from '../core/database/schema.ts';
import type { SettingChange } from '../core/http/setting-route.ts';

type Update = typeof allowedAddressesCalls.updateAllowedAddresses;

/** Whether an address cannot be that of a user of a console on the Internet. */
const isProxyAddress = ({ publicUrl }: PlatformSettings, address: string): boolean =>
  publicUrl.protocol === 'https:' && isPrivate(address);

/** Whether a role can turn a list on from the address of a proxy. */
const mayConfirmProxy = (role: Caller['role']): boolean => role === 'ADMINISTRATOR';

/** List of an existing organisation, without an access check. */
export async function readAllowedAddresses(
  settings: PlatformSettings,
  db: Kysely<Database>,
  { role, clientAddress }: Caller,
  id: number,
): Promise<CallResponse<Update>> {
  const organisation = db.selectFrom('ent_org').select('allowed_addresses').where('id', '=', id);
  const { allowed_addresses } = await organisation.executeTakeFirstOrThrow();
  return {
    allowedAddresses: {
      id: String(id),
      addresses: allowed_addresses ?? [],
      viewerAddressIsProxy: isProxyAddress(settings, clientAddress),
      viewerConfirmsProxy: mayConfirmProxy(role),
    },
  };
}

/** Why a list cannot be saved, by field: it would reject its own author, or is turned on from a proxy's address. */
export async function checkAllowedAddresses(
  settings: PlatformSettings,
  { trx, caller, organisation, body, values }: SettingChange,
): Promise<FieldProblems> {
  const list = values.allowed_addresses as readonly string[] | null;
  if (list === null) return {};
  const isTurnedOn = organisation.allowed_addresses === null;
  return {
    ...(await shutOut(trx, caller, organisation.id, list)),
    ...(isTurnedOn && proxyProblem(settings, caller, body.confirmProxy === true)),
  };
}

/** Problem of a list that would reject its author's next request. */
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

/** Behind an untrusted proxy every request has its address: the list would reject everyone or no one. */
function proxyProblem(settings: PlatformSettings, { role, clientAddress }: Caller, confirmed: boolean): FieldProblems {
  if (!isProxyAddress(settings, clientAddress) || (confirmed && mayConfirmProxy(role))) return {};
  const address = canonicalAddress(clientAddress);
  const message = mayConfirmProxy(role)
    ? `must be set, because your IP address ${address} seems to be that of a proxy`
    : `must be set by an Administrator, because your IP address ${address} seems to be that of a proxy`;
  return { confirmProxy: [{ code: 'NOT_ALLOWED', message }] };
}
