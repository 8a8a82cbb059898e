import { parseAllowedAddresses } from '@console/contract/allowed-addresses';
import { addressNotAllowedText, type SessionEnd, type SignInRefusal } from '@console/contract/errors';
import { canonicalAddress } from '@console/contract/ip-address';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Actor, refusalEntry } from '../base/audit-entry.ts';
import { Failure, invalidFields, withAudit } from '../base/failure.ts';
import type { Database } from '../database/schema.ts';

export const addressRefusal = 'ADDRESS_NOT_ALLOWED' satisfies SignInRefusal & SessionEnd;

/** Whether an address is in the list of a column. Null allows every address; an unknown address is in no list. */
export const isInAllowedList = (column: string, address: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${canonicalAddress(address)}::inet <<= any(${sql.ref(column)}::inet[]), ${sql.ref(column)} is null)`;

/** Whether the operator lets Administrators in from an address, whatever their organisation allows. */
export const isAllowedByOperator = (address: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from operator_address where ${canonicalAddress(address)}::inet <<= operator_address.address::inet)`;

/** Whether the user's organisation allows an address; null is not checked. */
export const isAddressAllowed = (userId: string, address: string | null): RawBuilder<boolean> =>
  address === null
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select from ent_usr as person
    inner join ent_org as home on home.id = person.ent_org_id
    left join role as their_role on their_role.id = person.role_id
    where person.id = ${sql.ref(userId)} and not ${isInAllowedList('home.allowed_addresses', address)}
      and not (coalesce(their_role.id_str = 'ADMINISTRATOR', false) and ${isAllowedByOperator(address)}))`;

/** Organisations that an external user may not read from an address. Other users read only their own. */
export const closedOrganisations = (address: string | null): RawBuilder<number[] | null> =>
  address === null
    ? sql<null>`null`
    : sql<number[] | null>`case when role.id_str in ('ADMINISTRATOR', 'ARCHITECT') then (
        select array_agg(mapped.id) from user_mapping inner join ent_org as mapped on mapped.id = user_mapping.mapped_org_id
        where user_mapping.ent_usr_id = ent_usr.id and user_mapping.activated
          and not ${isInAllowedList('mapped.allowed_addresses', address)}) end`;

export async function isUserAddressAllowed(db: Kysely<Database>, userId: number, address: string): Promise<boolean> {
  const { allowed } = await db
    .selectFrom('ent_usr')
    .select(isAddressAllowed('ent_usr.id', address).as('allowed'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return allowed;
}

/** Canonical entries of a list, null for none. Throws 422 with their problems. */
export function parsedAddresses(entries: readonly string[]): string[] | null {
  const parsed = parseAllowedAddresses(entries);
  if ('problems' in parsed) throw invalidFields({ addresses: parsed.problems });
  return parsed.list;
}

/** 401 for an address that a key or session does not accept, with its audit entry. */
export function addressRefused(actor: Omit<Actor, 'requestId'>): Failure {
  const isKey = actor.apiKeyId !== undefined;
  const failure = new Failure(401, {
    message: isKey ? 'You cannot use this API key from your IP address.' : addressNotAllowedText,
    ...(!isKey && { session_end: addressRefusal }),
  });
  const target = isKey ? { type: 'api_key', id: actor.apiKeyId ?? null } : { type: 'ent_usr', id: actor.userId };
  return withAudit(failure, refusalEntry('session:useKey', addressRefusal, target), actor);
}
