import {
  effectiveRole,
  mayManageRole,
  organisationKeyRoles,
  type RoleKey,
  replacementKeyRole,
  roleByName,
  roles,
} from '@console/contract/access';
import type { CallBody } from '@console/contract/call';
import type { organisationKeysCalls } from '@console/contract/calls/organisation-keys';
import { grantableScopes } from '@console/contract/grantable-scopes';
import { fromSchemaScopes, keyScopes, scopeOfRoleText } from '@console/contract/key-scopes';
import type { Transaction } from 'kysely';
import { requireManageableRole } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { usableKeyCondition } from '../core/access/usable-keys.ts';
import { refusalEntry } from '../core/base/audit-entry.ts';
import { forbidden, invalidFields, withAudit } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { Database, Row } from '../core/database/schema.ts';

type Given = CallBody<typeof organisationKeysCalls.createOrganisationApiKey>;

export type KeyForm = Pick<Row<'api_key'>, 'name' | 'purpose' | 'role' | 'scopes'> & {
  lifetime_days: number;
  allowed_addresses?: string[] | null;
  replaces_id?: number | null;
};

export const roleNameOf = (role: RoleKey | null) => roles.find(({ key }) => key === role)?.name ?? null;

/** Form of a locked organisation's key. Throws 403 for a scope beyond its role, 422 by field. */
export async function parseOrganisationKey(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  given: Given,
  organisationId: number,
): Promise<KeyForm> {
  const replaced = given.replacesKeyId == null ? null : await lockReplacedKey(services, trx, organisationId, given);
  const name = given.name.trim();
  if (name === '') throw invalidFields({ name: [{ code: 'REQUIRED', message: 'is required' }] });
  const form = { name, lifetime_days: Number(given.lifetime.slice('DAYS_'.length)) };
  const { role = null, scopes } = given;
  if (given.purpose === 'SCIM') {
    const unused = [{ code: 'OTHER', message: 'is not used by a SCIM key' } as const];
    if (role !== null) throw invalidFields({ role: unused });
    if (scopes?.length) throw invalidFields({ scopes: unused });
    if (replaced) throw invalidFields({ replacesKeyId: unused });
    return { ...form, purpose: 'scim', role: null, scopes: [] };
  }
  if (role === null) throw invalidFields({ role: [{ code: 'REQUIRED', message: 'is required' }] });
  if (!organisationKeyRoles.includes(role))
    throw invalidFields({ role: [{ code: 'NOT_ALLOWED', message: 'must be Organiser, Assessor or Auditee' }] });
  requireManageableRole(caller, 'orgKeys:create', role, { type: 'ent_org', id: organisationId });
  const highest = replaced && replacementKeyRole(caller, replaced.ownerRole);
  if (replaced && (highest === null || !mayManageRole(highest, role)))
    throw invalidFields({
      role: [{ code: 'NOT_ALLOWED', message: 'must not be above the role of the owner of the key' }],
    });
  if (replaced && scopes != null)
    throw invalidFields({
      scopes: [{ code: 'OTHER', message: 'must be left out, because the new key gets the scopes of the replaced key' }],
    });
  const requested = replaced?.key.scopes ?? fromSchemaScopes(scopes ?? []);
  const allowed = grantableScopes(effectiveRole(role, services.settings));
  const refused = requested.find((scope) => !allowed.includes(scope));
  if (refused)
    throw withAudit(
      forbidden(scopeOfRoleText(roleNameOf(role) ?? role, refused)),
      refusalEntry('keys:create', 'role', { type: 'scope', id: refused }),
    );
  const kept = keyScopes.filter((scope) => scope === 'read' || requested.includes(scope));
  const of = replaced && { allowed_addresses: replaced.key.allowed_addresses, replaces_id: replaced.key.id };
  return { ...form, purpose: 'integration', role, scopes: kept, ...of };
}

/** Locks a user's key to replace by a new one. Throws 422 unless it works, is not yet replaced and is of this organisation. */
async function lockReplacedKey(
  { clock }: Services,
  trx: Transaction<Database>,
  organisationId: number,
  { replacesKeyId }: Given,
): Promise<{ key: Row<'api_key'>; ownerRole: RoleKey | null }> {
  const id = parseId(replacesKeyId ?? 0);
  const found = await trx
    .selectFrom('api_key')
    .innerJoin('ent_usr', 'ent_usr.id', 'api_key.ent_usr_id')
    .innerJoin('role', 'role.id', 'ent_usr.role_id')
    .selectAll('api_key')
    .select(['role.id_str', 'role.label'])
    .where('api_key.id', '=', id)
    .where('ent_usr.ent_org_id', '=', organisationId)
    .where('ent_usr.is_disabled', '=', false)
    .where(usableKeyCondition(clock()))
    .forNoKeyUpdate('api_key')
    .executeTakeFirst();
  const refuse = (code: 'NOT_ALLOWED' | 'TAKEN', message: string) =>
    invalidFields({ replacesKeyId: [{ code, message }] });
  if (!found) throw refuse('NOT_ALLOWED', 'must be a usable key of an active user of the organisation');
  const successor = trx.selectFrom('api_key').select('id').where('replaces_id', '=', id);
  if (await successor.where(usableKeyCondition(clock())).executeTakeFirst())
    throw refuse('TAKEN', 'is already replaced with an organisation API key');
  const { id_str, label, ...key } = found;
  return { key, ownerRole: roleByName(id_str, label) };
}
