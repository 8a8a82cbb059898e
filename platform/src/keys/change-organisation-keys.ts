import {
  type Action,
  effectiveRole,
  mayManageRole,
  organisationKeyRoles,
  type RoleKey,
  replacementKeyRole,
  roleByName,
  roles,
} from '@console/contract/access';
import type { CallAnswer, CallBody } from '@console/contract/call';
import type { allowedAddressesCalls } from '@console/contract/calls/allowed-addresses';
import type { organisationKeysCalls } from '@console/contract/calls/organisation-keys';
import { grantableScopes } from '@console/contract/grantable-scopes';
import { fromSchemaScopes, keyScopes, scopeOfRoleText } from '@console/contract/key-scopes';
import { keyLifetimeDays, maxKeysPerOrganisation, maxScimKeys } from '@console/contract/rules';
import type { Kysely, Transaction } from 'kysely';
import { auditedNotFound, authorizeOrganisation, requireManageableRole } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation, lockOrganisation } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { usableKeyCondition } from '../core/access/usable-keys.ts';
import { refusalEntry } from '../core/base/audit-entry.ts';
import { conflict, forbidden, invalidFields, withAudit } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { newKeyRow } from './create-key.ts';
import {
  countOrganisationKeys,
  type OrganisationKeyAnswer,
  toOrganisationKeyAnswers,
} from './organisation-keys.store.ts';
import { markRotated } from './rotate-key.ts';
import { setKeyAddresses } from './update-key-addresses.ts';

type Calls = typeof organisationKeysCalls;
const nameOf = (role: RoleKey | null) => roles.find(({ key }) => key === role)?.name ?? null;

type KeyForm = Pick<Row<'api_key'>, 'name' | 'purpose' | 'role' | 'scopes'> & {
  lifetime_days: number;
  allowed_addresses?: string[] | null;
  replaces_id?: number;
};

/**
 * Creates a key that belongs to an organisation. Throws, audited, 403 by role and 404, 403 for a scope that its role may not have, 409 for too many keys, 422 by field
 * and, for a key that may change something, 422 WRONG_PASSWORD.
 */
export const createOrganisationKey = (
  services: Services,
  caller: Caller,
  given: CallBody<Calls['createOrganisationApiKey']>,
): Promise<CallAnswer<Calls['createOrganisationApiKey']>> =>
  runCommand(services, caller, async (trx) => {
    const id = parseId(given.organisationId);
    const organisation = await lockAllowedOrganisation(trx, caller, 'orgKeys:create', id);
    const replaced = given.replacesKeyId == null ? null : await lockReplacedKey(services, trx, organisation.id, given);
    const form = parseForm(services, caller, given, organisation.id, replaced);
    // Who has just turned provisioning on creates the key for it next.
    const settingsOf = form.purpose === 'scim' ? id : undefined;
    const { answer, row } = await insertKey(services, trx, caller, id, form, settingsOf);
    return {
      answer,
      stored: { ...answer, secret: null },
      audit: {
        action: 'keys:create',
        target: { type: 'api_key', id: row.id },
        after: { ...form, role: nameOf(form.role), ent_org_id: organisation.id, prefix: row.prefix },
      },
    };
  });

/** Replaces a key of an organisation by one that is the same otherwise; the old one expires a day later. Throws 403, 404, 409, 422 WRONG_PASSWORD. */
export const rotateOrganisationKey = (
  services: Services,
  caller: Caller,
  keyId: number,
): Promise<CallAnswer<Calls['rotateOrganisationApiKey']>> =>
  runCommand(services, caller, async (trx) => {
    const { key, owner_org_id } = await lockOrganisationKey(trx, caller, 'orgKeys:rotate', keyId);
    const replaced = await markRotated(trx, services.clock(), key);
    const allowed = key.role === null ? [] : grantableScopes(effectiveRole(key.role, services.settings));
    const { answer, row } = await insertKey(services, trx, caller, owner_org_id, {
      name: key.name,
      purpose: key.purpose,
      role: key.role,
      scopes: key.scopes.filter((scope) => allowed.includes(scope)),
      lifetime_days: key.lifetime_days ?? keyLifetimeDays[0],
      allowed_addresses: key.allowed_addresses,
      ...(key.replaces_id !== null && { replaces_id: key.replaces_id }),
    });
    const rotated = await answerOf(services, trx, caller, replaced);
    return {
      answer: { ...answer, rotated },
      stored: { ...answer, secret: null, rotated },
      audit: {
        action: 'keys:rotate',
        target: { type: 'api_key', id: key.id },
        before: { expires_at: key.expires_at },
        after: { expires_at: replaced.expires_at, replaced_by: row.id, prefix: row.prefix },
      },
    };
  });

/** Revokes a key of an organisation at once. A revoked key stays as it is. Throws 403, 404. */
export const revokeOrganisationKey = (
  services: Services,
  caller: Caller,
  keyId: number,
): Promise<OrganisationKeyAnswer> =>
  runCommand(services, caller, async (trx) => {
    const { key, owner_org_id } = await lockOrganisationKey(trx, caller, 'keys:revoke', keyId);
    if (key.revoked_at) return { answer: await answerOf(services, trx, caller, key), audit: null };
    const revoked_at = services.clock();
    await trx.updateTable('api_key').set({ revoked_at }).where('id', '=', key.id).execute();
    return {
      answer: await answerOf(services, trx, caller, { ...key, revoked_at }),
      audit: {
        action: 'keys:revoke',
        target: { type: 'api_key', id: key.id },
        before: { revoked_at: null },
        after: { revoked_at, ent_org_id: owner_org_id },
      },
    };
  });

/** Replaces the addresses from which a key of an organisation may be used. Throws 403, 404, 409 for a key that has ended, 422 by field. */
export const updateOrganisationKeyAddresses = (
  services: Services,
  caller: Caller,
  { id, addresses }: CallBody<typeof allowedAddressesCalls.updateOrganisationKeyAddresses>,
): Promise<OrganisationKeyAnswer> =>
  runCommand(services, caller, async (trx) => {
    const { key } = await lockOrganisationKey(trx, caller, 'network:edit', parseId(id));
    const { row, audit } = await setKeyAddresses(services, trx, key, addresses);
    return { answer: await answerOf(services, trx, caller, row), audit };
  });

/** The organisation of a key that belongs to one. Throws an audited 403 by role, 404. */
export async function authorizeOrganisationKey(
  db: Kysely<Database>,
  caller: Caller,
  action: Action,
  keyId: number,
): Promise<number> {
  const target = { type: 'api_key', id: keyId };
  const key = await db.selectFrom('api_key').select('owner_org_id').where('id', '=', keyId).executeTakeFirst();
  authorizeOrganisation(caller, action, key?.owner_org_id ?? 0, target);
  if (!key || key.owner_org_id === null) throw auditedNotFound(action, target);
  return key.owner_org_id;
}

/** The same, with the organisation and then the key locked, so that no other command adds a key. */
async function lockOrganisationKey(trx: Transaction<Database>, caller: Caller, action: Action, keyId: number) {
  const owner_org_id = await authorizeOrganisationKey(trx, caller, action, keyId);
  await lockOrganisation(trx, owner_org_id);
  const keys = trx.selectFrom('api_key').selectAll().where('id', '=', keyId);
  return { owner_org_id, key: await keys.forNoKeyUpdate().executeTakeFirstOrThrow() };
}

function parseForm(
  { settings }: Services,
  caller: Caller,
  given: CallBody<Calls['createOrganisationApiKey']>,
  organisationId: number,
  replaced: ReplacedKey | null,
): KeyForm {
  const name = given.name.trim();
  if (name === '') throw invalidFields({ name: [{ code: 'REQUIRED', message: 'is required' }] });
  const form = { name, lifetime_days: Number(given.lifetime.slice('DAYS_'.length)) };
  const { role = null, scopes } = given;
  if (given.purpose === 'SCIM') {
    const unused = [{ code: 'OTHER', message: 'is not used by a key for SCIM' } as const];
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
      scopes: [{ code: 'OTHER', message: 'must be left out: the new key has the scopes of the key' }],
    });
  const requested = replaced?.key.scopes ?? fromSchemaScopes(scopes ?? []);
  const allowed = grantableScopes(effectiveRole(role, settings));
  const refused = requested.find((scope) => !allowed.includes(scope));
  if (refused)
    throw withAudit(
      forbidden(scopeOfRoleText(nameOf(role) ?? role, refused)),
      refusalEntry('keys:create', 'role', { type: 'scope', id: refused }),
    );
  const kept = keyScopes.filter((scope) => scope === 'read' || requested.includes(scope));
  const of = replaced && { allowed_addresses: replaced.key.allowed_addresses, replaces_id: replaced.key.id };
  return { ...form, purpose: 'integration', role, scopes: kept, ...of };
}

interface ReplacedKey {
  key: Row<'api_key'>;
  ownerRole: RoleKey | null;
}

/** The key of a user that a key of their organisation is created in place of, locked. Throws 422 for one that does not work, was replaced or belongs to another organisation. */
async function lockReplacedKey(
  { clock }: Services,
  trx: Transaction<Database>,
  organisationId: number,
  { replacesKeyId }: CallBody<Calls['createOrganisationApiKey']>,
): Promise<ReplacedKey> {
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
    throw refuse('TAKEN', 'is already replaced by a key of the organisation');
  const { id_str, label, ...key } = found;
  return { key, ownerRole: roleByName(id_str, label) };
}

/** Inserts a key of an organisation that is locked. Throws 409 for too many keys, 422 WRONG_PASSWORD. */
async function insertKey(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  owner_org_id: number,
  { purpose, role, ...input }: KeyForm,
  settingsOf?: number,
): Promise<{ answer: CallAnswer<Calls['createOrganisationApiKey']>; row: Row<'api_key'> }> {
  const { clock } = services;
  const now = clock();
  // With a key, a user who finds an unlocked screen could continue after it is locked.
  const isNeeded = purpose === 'scim' || input.scopes.some((scope) => scope !== 'read');
  await consumeReauthentication(trx, clock, caller, { isNeeded, settingsOf });
  const most = purpose === 'scim' ? maxScimKeys : maxKeysPerOrganisation;
  if ((await countOrganisationKeys(trx, now, { owner_org_id, purpose })) >= most)
    throw conflict(
      `The organisation already has ${most} API keys${purpose === 'scim' ? ' for SCIM' : ''}, the maximum. Revoke one first.`,
    );
  const { secret, row } = newKeyRow(now, input);
  const added = await trx
    .insertInto('api_key')
    .values({ ...row, ent_usr_id: null, owner_org_id, purpose, role, created_by: personOf(caller) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { answer: { apiKey: await answerOf(services, trx, caller, added), secret }, row: added };
}

async function answerOf(
  { clock }: Services,
  trx: Transaction<Database>,
  caller: Caller,
  key: Row<'api_key'>,
): Promise<OrganisationKeyAnswer> {
  const allowed = authorizeOrganisation(caller, 'keys:view', key.owner_org_id ?? 0);
  const [answer] = await toOrganisationKeyAnswers(trx, clock(), allowed, [key]);
  if (!answer) throw new Error('the key is gone');
  return answer;
}
