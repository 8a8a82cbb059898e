/** What of a table is in a backup. Expressions are SQL over its row. */
export interface TableContents {
  /** `none`: sign-ins in progress, so that those of a restored copy are ended. */
  rows: 'all' | 'with-secrets' | 'none';
  /** What is written in place of a column. */
  always?: Record<string, string>;
  /** This and the next: without secrets only. */
  withoutSecrets?: Record<string, string>;
  rowsWithoutSecrets?: string;
}

const all: TableContents = { rows: 'all' };
const withSecrets: TableContents = { rows: 'with-secrets' };
const none: TableContents = { rows: 'none' };

/** A hash of what was never given to anyone; each row has another one. */
const unusableHash = `encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex')`;

/** The expression for a password that matches nothing: the column is null only for people who have not accepted their invitation. */
export const unusablePasswordParameter = ':unusablePassword';

/** Every table of the database; a backup fails with one that is not here, because it may have secrets. */
export const backupContents: Readonly<Record<string, TableContents>> = {
  access_review: all,
  access_review_evidence: all,
  access_review_item: all,
  access_review_series: all,
  api_key: {
    rows: 'all',
    withoutSecrets: { key_hash: unusableHash, revoked_at: 'coalesce(revoked_at, now())' },
  },
  app_factor: withSecrets,
  app_setup: none,
  asmt: all,
  attempt_count: withSecrets,
  audit_chain: all,
  audit_entry: all,
  audit_position: all,
  // A restored copy has had no backup of its own.
  backup_run: none,
  // Its job is not in the backup, and its session has ended.
  bulk_job: {
    rows: 'all',
    always: {
      session_id: 'null::integer',
      cancelled_at: 'case when finished_at is null then coalesce(cancelled_at, now()) else cancelled_at end',
      finished_at: 'coalesce(finished_at, now())',
    },
  },
  bulk_row: all,
  // The token turns digests off.
  digest_email: { rows: 'all', withoutSecrets: { token_hash: unusableHash } },
  ent_org: all,
  ent_usr: {
    rows: 'all',
    withoutSecrets: { password_hash: `case when password_hash is not null then ${unusablePasswordParameter} end` },
  },
  erased_user: all,
  handover_token: none,
  idempotency_key: withSecrets,
  idempotent_operation: withSecrets,
  invitation: { rows: 'all', withoutSecrets: { token_hash: 'null::text' } },
  key_request: all,
  known_device: all,
  login_attempt: none,
  logout_token: none,
  // The text of a mail has links and passcodes.
  mail: {
    rows: 'all',
    withoutSecrets: { body_text: 'null::text', body_html: 'null::text', unsubscribe_url: 'null::text' },
    rowsWithoutSecrets: 'sent_at is not null or failed_at is not null',
  },
  missing_key_requests: all,
  notice: all,
  operator_address: all,
  org_invitation: all,
  org_mapping: all,
  otp_send: none,
  passkey: all,
  password_proof: none,
  provisioning_issue: all,
  recovery_code: withSecrets,
  remember_token: none,
  responder: all,
  role: all,
  scim_deactivation: all,
  // What a provider has sent may have anything in it.
  scim_failure: withSecrets,
  scim_role: all,
  scim_setting: all,
  scim_unmanaged: all,
  scim_user: all,
  session: none,
  session_token: none,
  // An empty secret is none: single sign-on is off until it is entered and tested again.
  sso: {
    rows: 'all',
    withoutSecrets: {
      client_secret_sealed: `''`,
      tested_at: 'null::timestamptz',
      signed_in_at: 'null::timestamptz',
      enabled_at: 'null::timestamptz',
      enabled_by: 'null::integer',
      enabled_by_role: 'null::text',
      required_at: 'null::timestamptz',
    },
  },
  sso_confirmation: none,
  sso_domain: all,
  sso_link: all,
  sso_start: none,
  sso_test: all,
  stored_file: all,
  subscribed_model: all,
  subscribed_module: all,
  used_passkey_challenge: withSecrets,
  user_count: all,
  user_mapping: all,
  // A link to reset a password that was used after the backup would work again.
  user_token: withSecrets,
  // Without its secret it is off, until the secret is changed and it is switched on.
  webhook: {
    rows: 'all',
    withoutSecrets: {
      secret_sealed: `''`,
      previous_secret_sealed: `''`,
      previous_secret_until: 'null::timestamptz',
      is_enabled: 'false',
    },
  },
  // What receivers have answered may have anything in it.
  webhook_delivery: withSecrets,
};

/** Rows that a restored copy does not have although they are in a backup with secrets. */
export const restoredWithout: readonly string[] = [`delete from user_token where kind = 'reset'`];

/** Whether rows of a table are in a backup. */
export const isInBackup = ({ rows }: TableContents, hasSecrets: boolean): boolean =>
  rows === 'all' || (rows === 'with-secrets' && hasSecrets);
