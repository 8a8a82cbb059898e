import { type Action, effectiveRole } from '@console/contract/access';
import type { CallBody, CallResponse } from '@console/contract/call';
import type { keysCalls } from '@console/contract/calls/keys';
import type { organisationKeysCalls } from '@console/contract/calls/organisation-keys';
import { grantableScopes } from '@console/contract/grantable-scopes';
import { type KeyScope, keyScopes, ungrantableScopeText } from '@console/contract/key-scopes';
import { maxKeysPerOrganisation, maxKeysPerUser, maxProvisioningKeys } from '@console/contract/rules';
import type { Kysely, Transaction } from 'kysely';
import {
  type AllowedOrganisations,
  allowedOrganisations,
  auditedNotFound,
  authorizeOrganisation,
} from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation, lockCaller, lockOrganisation } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import type { Services } from '../core/access/services.ts';
import type { KeyOwnerColumns } from '../core/access/usable-keys.ts';
import { refusalEntry } from '../core/base/audit-entry.ts';
import { forbidden, invalidFields, notFound, withAudit } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import type { Database, Row } from '../core/database/schema.ts';
import {
  type ApiKeyResponse,
  type OrganisationKeyResponse,
  toApiKeyResponses,
  toOrganisationKeyResponses,
} from './keys.store.ts';
import { type KeyForm, parseOrganisationKey, roleNameOf } from './organisation-key-form.ts';

type KeyRow = Row<'api_key'>;
type Command = 'rotate' | 'revoke' | 'editAddresses';

export type NewKey = Pick<KeyForm, 'name' | 'scopes' | 'lifetime_days'> &
  Partial<KeyForm & Pick<KeyRow, 'ent_usr_id' | 'owner_org_id' | 'created_by'>>;

interface OwnerShapes {
  user: {
    given: CallBody<typeof keysCalls.createKey>;
    answer: ApiKeyResponse;
    created: CallResponse<typeof keysCalls.createKey>;
    rotated: CallResponse<typeof keysCalls.rotateKey>;
  };
  organisation: {
    given: CallBody<typeof organisationKeysCalls.createOrganisationApiKey>;
    answer: OrganisationKeyResponse;
    created: CallResponse<typeof organisationKeysCalls.createOrganisationApiKey>;
    rotated: CallResponse<typeof organisationKeysCalls.rotateOrganisationApiKey>;
  };
}

export type OwnerType = keyof OwnerShapes;
export type ShapesOf<Type extends OwnerType> = OwnerShapes[Type];

/** Differences between keys of a user and of an organisation. */
export interface KeyOwner<Type extends OwnerType> {
  /** Locks a key, after its owner except when a user's key is revoked. Throws 403 and 404. */
  lock: (trx: Transaction<Database>, caller: Caller, command: Command, keyId: number) => Promise<KeyRow>;
  /** Locks the owner of a new key. Throws 403, 404, 422 by field. */
  parse: (
    services: Services,
    trx: Transaction<Database>,
    caller: Caller,
    given: ShapesOf<Type>['given'],
  ) => Promise<{ key: NewKey; recorded: object }>;
  /** Scopes that a key keeps when it is rotated. */
  grantable: (services: Services, caller: Caller, key: KeyRow) => readonly KeyScope[];
  limit: (key: NewKey) => { among: KeyOwnerColumns; most: number; text: string };
  toResponses: (
    db: Kysely<Database>,
    now: Date,
    allowed: AllowedOrganisations,
    keys: readonly KeyRow[],
  ) => Promise<ShapesOf<Type>['answer'][]>;
  created: (key: ShapesOf<Type>['answer'], secret: string | null) => ShapesOf<Type>['created'];
  rotated: (created: ShapesOf<Type>['created'], old: ShapesOf<Type>['answer']) => ShapesOf<Type>['rotated'];
}

const user: KeyOwner<'user'> = {
  lock: (trx, caller, command, keyId) =>
    command === 'revoke' ? lockKey(trx, caller, 'keys:revoke', keyId, 'user') : lockOwnKey(trx, caller, keyId),
  async parse(_services, trx, caller, given) {
    const name = given.name.trim();
    if (name === '') throw invalidFields({ name: [{ code: 'REQUIRED', message: 'is required' }] });
    const scopes = keyScopes.filter((scope) => scope === 'read' || given.scopes.includes(scope));
    const grantable = grantableScopes(caller);
    const refused = scopes.find((scope) => !grantable.includes(scope));
    if (refused)
      throw withAudit(
        forbidden(ungrantableScopeText(refused)),
        refusalEntry('keys:create', 'role', { type: 'scope', id: refused }),
      );
    const ent_usr_id = personOf(caller);
    await lockCaller(trx, caller);
    const recorded = { name, scopes, lifetime_days: given.expires_in_days };
    return { key: { ...recorded, ent_usr_id }, recorded };
  },
  grantable: (_services, caller) => grantableScopes(caller),
  limit: ({ ent_usr_id }) => ({
    among: { ent_usr_id },
    most: maxKeysPerUser,
    text: `You already have ${maxKeysPerUser} API keys, the maximum. Revoke one first.`,
  }),
  toResponses: (db, _now, allowed, keys) => toApiKeyResponses(db, allowed, keys),
  created: (key, secret) => ({ key, secret }),
  rotated: (created, replaced) => ({ ...created, replaced }),
};

const organisationActions = { rotate: 'orgKeys:rotate', revoke: 'keys:revoke', editAddresses: 'network:edit' } as const;

const organisation: KeyOwner<'organisation'> = {
  lock: (trx, caller, command, keyId) => lockKey(trx, caller, organisationActions[command], keyId, 'organisation'),
  async parse(services, trx, caller, given) {
    const { id } = await lockAllowedOrganisation(trx, caller, 'orgKeys:create', parseId(given.organisationId));
    const form = await parseOrganisationKey(services, trx, caller, given, id);
    return {
      key: { ...form, owner_org_id: id, created_by: personOf(caller) },
      recorded: { ...form, role: roleNameOf(form.role), ent_org_id: id },
    };
  },
  grantable: ({ settings }, _caller, { role }) => (role === null ? [] : grantableScopes(effectiveRole(role, settings))),
  limit({ owner_org_id, purpose }) {
    const [most, kind] = purpose === 'scim' ? [maxProvisioningKeys, ' for SCIM'] : [maxKeysPerOrganisation, ''];
    const text = `The organisation already has ${most} API keys${kind}, the maximum. Revoke one first.`;
    return { among: { owner_org_id, purpose }, most, text };
  },
  toResponses: toOrganisationKeyResponses,
  created: (apiKey, secret) => ({ apiKey, secret }),
  rotated: (created, rotated) => ({ ...created, rotated }),
};

export const keyOwners = { user, organisation };

export async function toKeyResponse<Type extends OwnerType>(
  owner: KeyOwner<Type>,
  { clock }: Pick<Services, 'clock'>,
  db: Kysely<Database>,
  caller: Caller,
  key: KeyRow,
): Promise<ShapesOf<Type>['answer']> {
  const allowed = isOwnKey(caller, key) ? 'any' : allowedOrganisations(caller, 'keys:view');
  const [answer] = await owner.toResponses(db, clock(), allowed, [key]);
  if (!answer) throw notFound();
  return answer;
}

/** A key that the caller may manage. Throws an audited 403 by role, 404. */
export async function authorizeKey(
  db: Kysely<Database>,
  caller: Caller,
  action: Action,
  keyId: number,
  ownerType: OwnerType,
): Promise<KeyRow> {
  const target = { type: 'api_key', id: keyId };
  const found = await db
    .selectFrom('api_key')
    .where('api_key.id', '=', keyId)
    .leftJoin('ent_usr', 'ent_usr.id', 'api_key.ent_usr_id')
    .selectAll('api_key')
    .select('ent_usr.ent_org_id')
    .executeTakeFirst();
  const isOfType = found && (found.owner_org_id === null) === (ownerType === 'user');
  const organisationId = isOfType ? (found.owner_org_id ?? found.ent_org_id) : null;
  if (!isOfType || !isOwnKey(caller, found)) authorizeOrganisation(caller, action, organisationId ?? 0, target);
  if (!isOfType) throw auditedNotFound(action, target);
  return found;
}

/** Locks a key that the caller may manage, after its organisation or the caller. Throws like `authorizeKey`, 401 or 403 for a changed caller. */
export async function lockKey(
  trx: Transaction<Database>,
  caller: Caller,
  action: Action,
  keyId: number,
  ownerType: OwnerType,
): Promise<KeyRow> {
  const { owner_org_id } = await authorizeKey(trx, caller, action, keyId, ownerType);
  if (owner_org_id === null) await lockCaller(trx, caller);
  else await lockOrganisation(trx, owner_org_id);
  await trx.selectFrom('api_key').select('id').where('id', '=', keyId).forNoKeyUpdate().execute();
  await requireUnchangedCaller(trx, caller);
  return authorizeKey(trx, caller, action, keyId, ownerType);
}

const isOwnKey = ({ userId }: Caller, { ent_usr_id }: KeyRow) => userId !== null && ent_usr_id === userId;

async function lockOwnKey(trx: Transaction<Database>, caller: Caller, keyId: number): Promise<KeyRow> {
  const ent_usr_id = personOf(caller);
  await lockCaller(trx, caller);
  const keys = trx.selectFrom('api_key').selectAll().where('id', '=', keyId);
  const key = await keys.where('ent_usr_id', '=', ent_usr_id).forNoKeyUpdate().executeTakeFirst();
  if (!key) throw notFound();
  return key;
}
