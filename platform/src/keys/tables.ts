import type { RoleKey } from '@console/contract/access';
import type { KeyScope } from '@console/contract/key-scopes';
import { endedKeyListedDays, requestLogDays } from '@console/contract/rules';
import { sql } from 'kysely';
import { copied, finds, internal, ofOrganisation, secret, table, unusableHash } from '../core/database/table.ts';

/** Whether the activity log no longer names an organisation key as actor. */
const isUnnamed = (now: Date) =>
  sql<boolean>`not exists (select from ent_org where ent_org.id = api_key.owner_org_id
    and least(revoked_at, expires_at) >= ${now}::timestamptz - audit_retention_days * interval '1 day')`;

export const keyTables = {
  api_key: table({
    id: copied.id,
    /** Null for an organisation key. */
    ent_usr_id: finds.integer.nullable(),
    /** Null for a user's key. */
    owner_org_id: finds.integer.nullable(),
    /** Set for an integration key of an organisation. */
    role: ofOrganisation.text.as<RoleKey>().nullable(),
    /** A key for `scim` is valid for provisioning alone. */
    purpose: ofOrganisation.text.as<'integration' | 'scim'>().default('integration'),
    /** User who saw the secret of an organisation key; null if that user was deleted. */
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
    /** Time of a suspension that an Organiser must confirm; null if it works. */
    suspended_at: copied.timestamp.nullable(),
    rotated_at: copied.timestamp.nullable(),
    /** Time of the reminder to the owner. */
    reminded_at: internal.timestamp.nullable(),
    /** Time of the second reminder of an organisation key. */
    reminded_last_at: internal.timestamp.nullable(),
    /** Time when the Organisers were notified that an organisation key's creator has left. */
    author_left_at: copied.timestamp.nullable(),
    /** User key that an organisation key replaces, and that ends when its user is deactivated. */
    replaces_id: internal.integer.nullable(),
    /** Networks that may use it, in canonical form; null for any. */
    allowed_addresses: copied.texts.nullable(),
    /** Expiry up to which it was examined for the activity. */
    expiry_seen: internal.timestamp.nullable().default(new Date(0)),
    /** Time when the budget is full, as gateways report; null before the first report. */
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
    /** Name of the operation from the program, or method and path. */
    operation: copied.text.nullable(),
    /** Code of the first error; null for success. */
    code: copied.text.nullable(),
    cost: copied.integer.nullable(),
    ms: copied.integer,
    request_id: internal.text,
  })({
    organisation: ['api_key_id>api_key.owner_org_id', 'api_key_id>api_key.ent_usr_id>ent_usr.ent_org_id'],
    person: [{ as: 'requestsOfApiKeys', by: 'api_key_id>api_key.ent_usr_id', of: 'home' }],
    erased: 'with its row',
  }),
  /** Requests of an hour that gateways could not report, or that used an ended SCIM key. */
  missing_key_requests: table({ api_key_id: finds.integer, hour: copied.timestamp, count: copied.integer })({
    organisation: ['api_key_id>api_key.owner_org_id', 'api_key_id>api_key.ent_usr_id>ent_usr.ent_org_id'],
    person: [{ as: 'furtherRequestsOfApiKeys', by: 'api_key_id>api_key.ent_usr_id', of: 'home' }],
    erased: 'with its row',
    kept: [{ days: requestLogDays, since: 'hour' }],
  }),
};
