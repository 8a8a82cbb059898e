import type { RoleKey } from '@console/contract/access';
import type { KeyScope } from '@console/contract/key-scopes';
import { endedKeyListedDays, requestLogDays } from '@console/contract/rules';
import { sql } from 'kysely';
import { copied, finds, internal, ofOrganisation, secret, table, unusableHash } from '../core/database/table.ts';

/** The activity names a key of an organisation as its actor, as long as it is kept. */
const isUnnamed = (now: Date) =>
  sql<boolean>`not exists (select from ent_org where ent_org.id = api_key.owner_org_id
    and least(revoked_at, expires_at) >= ${now}::timestamptz - audit_retention_days * interval '1 day')`;

export const keyTables = {
  api_key: table({
    id: copied.id,
    /** The owner; null for a key of an organisation. */
    ent_usr_id: finds.integer.nullable(),
    /** The organisation that owns the key; null for a key of a person. */
    owner_org_id: finds.integer.nullable(),
    /** Only of a key of an organisation for integrations. */
    role: ofOrganisation.text.as<RoleKey>().nullable(),
    /** A key for `scim` is valid for provisioning alone. */
    purpose: ofOrganisation.text.as<'integration' | 'scim'>().default('integration'),
    /** Of a key of an organisation: who has seen it; null: that user was deleted. */
    created_by: finds.integer.nullable(),
    name: copied.text,
    key_hash: secret.text,
    /** The start of the key, for lists. */
    prefix: copied.text.default(''),
    scopes: copied.texts.as<KeyScope[]>(),
    lifetime_days: internal.integer.nullable(),
    created_at: copied.timestamp,
    last_used_at: copied.timestamp.nullable(),
    expires_at: copied.timestamp.nullable(),
    revoked_at: copied.timestamp.nullable(),
    /** Since when it waits for the confirmation of an Organiser; null: it does not. */
    suspended_at: copied.timestamp.nullable(),
    rotated_at: copied.timestamp.nullable(),
    /** When the owner was mailed that the key expires. */
    reminded_at: internal.timestamp.nullable(),
    /** Of a key of an organisation: when the second reminder was sent. */
    reminded_last_at: internal.timestamp.nullable(),
    /** Of a key of an organisation: when its Organisers were notified that its author has left. */
    author_left_at: copied.timestamp.nullable(),
    /** Of a key of an organisation: the key of a user that it was created in place of, which ends when that user is deactivated. */
    replaces_id: internal.integer.nullable(),
    /** The networks from which it is valid, in canonical form; null: any. */
    allowed_addresses: copied.texts.nullable(),
    /** Up to which expiry it was looked at, for the activity. */
    expiry_seen: internal.timestamp.nullable().default(new Date(0)),
    /** When its points are all regained, of what gateways have reported; null before the first report. */
    budget_full_at: internal.timestamp.nullable(),
  })({
    organisation: ['owner_org_id', 'ent_usr_id>ent_usr.ent_org_id'],
    person: [
      { as: 'apiKeys', of: 'home', without: ['author_left_at'] },
      { as: 'createdOrganisationKeys', by: 'created_by', columns: ['id', 'name', 'created_at', 'author_left_at'] },
    ],
    backup: { rows: 'all', withoutSecrets: { key_hash: unusableHash, revoked_at: 'coalesce(revoked_at, now())' } },
    erased: { deleted: ['ent_usr_id'], stays: 'Organisation API keys that the person manages' },
    counted: 'API_KEYS',
    kept: [
      { days: endedKeyListedDays, since: 'revoked_at', if: isUnnamed },
      { days: endedKeyListedDays, since: 'expires_at', if: isUnnamed },
    ],
  }),
  key_request: table({
    id: copied.id,
    api_key_id: finds.integer,
    at: copied.timestamp,
    /** The name that the program gave its operation, or method and path. */
    operation: copied.text.nullable(),
    /** The code of the first error; null: it succeeded. */
    code: copied.text.nullable(),
    cost: copied.integer.nullable(),
    ms: copied.integer,
    request_id: internal.text,
  })({
    organisation: ['api_key_id>api_key.owner_org_id', 'api_key_id>api_key.ent_usr_id>ent_usr.ent_org_id'],
    person: [{ as: 'requestsOfApiKeys', by: 'api_key_id>api_key.ent_usr_id', of: 'home' }],
    erased: 'with its row',
  }),
  /** How many requests of an hour gateways could not report. */
  missing_key_requests: table({ api_key_id: finds.integer, hour: copied.timestamp, count: copied.integer })({
    organisation: ['api_key_id>api_key.owner_org_id', 'api_key_id>api_key.ent_usr_id>ent_usr.ent_org_id'],
    person: [{ as: 'furtherRequestsOfApiKeys', by: 'api_key_id>api_key.ent_usr_id', of: 'home' }],
    erased: 'with its row',
    kept: [{ days: requestLogDays, since: 'hour' }],
  }),
};
