import type { RoleKey } from '@console/contract/access';
import type { KeyScope } from '@console/contract/key-scopes';
import type { Generated, GeneratedAlways } from 'kysely';

/** API keys, and the log of their requests. */
export interface KeyTables {
  api_key: {
    id: GeneratedAlways<number>;
    /** The owner; null for a key of an organisation. */
    ent_usr_id: number | null;
    /** The organisation that owns the key; null for a key of a person. */
    owner_org_id: Generated<number | null>;
    /** Only of a key of an organisation for integrations. */
    role: Generated<RoleKey | null>;
    /** A key for `scim` is valid for provisioning alone. */
    purpose: Generated<'integration' | 'scim'>;
    /** Of a key of an organisation: who has seen it; null: that user was deleted. */
    created_by: Generated<number | null>;
    name: string;
    key_hash: string;
    /** The start of the key, for lists. */
    prefix: Generated<string>;
    scopes: KeyScope[];
    lifetime_days: number | null;
    created_at: Date;
    last_used_at: Date | null;
    expires_at: Date | null;
    revoked_at: Date | null;
    /** Since when it waits for the confirmation of an Organiser; null: it does not. */
    suspended_at: Generated<Date | null>;
    rotated_at: Date | null;
    /** When the owner was mailed that the key expires. */
    reminded_at: Date | null;
    /** Of a key of an organisation: when the second reminder was sent. */
    reminded_last_at: Generated<Date | null>;
    /** Of a key of an organisation: when its Organisers were notified that its author has left. */
    author_left_at: Generated<Date | null>;
    /** Of a key of an organisation: the key of a user that it was created in place of, which ends when that user is deactivated. */
    replaces_id: Generated<number | null>;
    /** The networks from which it is valid, in canonical form; null: any. */
    allowed_addresses: Generated<string[] | null>;
    /** Up to which expiry it was looked at, for the activity. */
    expiry_seen: Generated<Date | null>;
    /** When its points are all regained, of what gateways have reported; null before the first report. */
    budget_full_at: Date | null;
  };
  key_request: {
    id: GeneratedAlways<number>;
    api_key_id: number;
    at: Date;
    /** The name that the program gave its operation, or method and path. */
    operation: string | null;
    /** The code of the first error; null: it succeeded. */
    code: string | null;
    cost: number | null;
    ms: number;
    request_id: string;
  };
  /** How many requests of an hour gateways could not report. */
  missing_key_requests: { api_key_id: number; hour: Date; count: number };
}
