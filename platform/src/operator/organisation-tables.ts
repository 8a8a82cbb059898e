/** What of a table belongs to an organisation. */
export interface OrganisationTable {
  /** Paths from a row to its organisation, as `leadsTo` follows them. */
  of: readonly string[];
  /** Columns that are secrets, what searches read, or texts that have secrets. A column that a backup without secrets or a copy of personal data leaves out as one is here too. */
  without?: readonly string[];
}

const ofUser = 'ent_usr_id>ent_usr.ent_org_id';
const ofKey = ['api_key_id>api_key.owner_org_id', 'api_key_id>api_key.ent_usr_id>ent_usr.ent_org_id'];
const ofUsers = (...without: string[]): OrganisationTable => ({ of: [ofUser], without });
const ofOrganisation = (...without: string[]): OrganisationTable => ({ of: ['ent_org_id'], without });
const none: OrganisationTable = { of: [] };

/** Every table of the database, and which of its rows are in the export of an organisation. */
export const organisationTables: Readonly<Record<string, OrganisationTable>> = {
  ent_org: { of: ['id'], without: ['folded_text'] },
  ent_usr: ofOrganisation('password_hash', 'folded_text'),
  access_review: ofOrganisation(),
  access_review_evidence: { of: ['review_id>access_review.ent_org_id'] },
  access_review_item: { of: ['review_id>access_review.ent_org_id'] },
  access_review_series: ofOrganisation(),
  api_key: { of: ['owner_org_id', ofUser], without: ['key_hash'] },
  app_factor: ofUsers('secret_sealed', 'last_step'),
  app_setup: none,
  asmt: ofOrganisation(),
  attempt_count: none,
  audit_chain: { of: ['id'] },
  audit_entry: { of: ['subject_org_id'], without: ['email_hash', 'salt'] },
  audit_position: none,
  backup_run: none,
  bulk_job: { of: ['actor_org_id', ofUser] },
  bulk_row: { of: ['job_id>bulk_job.actor_org_id', 'job_id>bulk_job.ent_usr_id>ent_usr.ent_org_id'] },
  digest_email: ofUsers('token_hash'),
  erased_user: none,
  handover_token: none,
  idempotency_key: none,
  idempotent_operation: none,
  invitation: ofOrganisation('token_hash'),
  key_request: { of: ofKey },
  known_device: ofUsers(),
  login_attempt: none,
  logout_token: none,
  mail: {
    of: ['ent_org_id', 'recipient>ent_usr:email.ent_org_id'],
    without: ['body_text', 'body_html', 'unsubscribe_url'],
  },
  missing_key_requests: { of: ofKey },
  notice: { of: ['audience_id'] },
  operator_address: none,
  org_invitation: { of: ['customer_id'] },
  org_mapping: { of: ['vendor_id', 'customer_id'] },
  otp_send: ofUsers(),
  passkey: ofUsers('credential_id', 'public_key', 'sign_count'),
  password_proof: none,
  provisioning_issue: ofOrganisation(),
  recovery_code: none,
  remember_token: ofUsers('token_hash'),
  responder: ofUsers(),
  role: none,
  scim_deactivation: ofOrganisation(),
  scim_failure: ofOrganisation('path', 'user_name', 'reason', 'line'),
  scim_role: ofOrganisation(),
  scim_setting: ofOrganisation(),
  scim_unmanaged: ofOrganisation(),
  scim_user: ofOrganisation(),
  session: ofUsers('key_hash', 'provider_session', 'provider_sign_out_sealed'),
  session_token: none,
  sso: ofOrganisation('client_secret_sealed'),
  sso_confirmation: ofOrganisation('token_hash'),
  sso_domain: ofOrganisation('token'),
  sso_link: ofOrganisation(),
  sso_start: none,
  sso_test: ofOrganisation(),
  stored_file: ofOrganisation(),
  subscribed_model: ofOrganisation(),
  subscribed_module: ofOrganisation(),
  used_passkey_challenge: none,
  user_count: none,
  user_mapping: { of: ['mapped_org_id', ofUser] },
  user_token: ofUsers('token_hash'),
  webhook: ofOrganisation('secret_sealed', 'previous_secret_sealed'),
  webhook_delivery: { of: ['webhook_id>webhook.ent_org_id'], without: ['answer', 'redirect_url'] },
};
