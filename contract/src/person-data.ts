import { type PersonTextField, personField, personTextFields } from './person-fields.ts';

/** Rows of a table that are about a person. */
export interface PersonRows {
  /** Their name in the copy. */
  as: string;
  /** The column with the person's id. `key_id>key.user_id` is the id of the person through the row of another table. */
  by: string;
  /** If `by` has something else: the person's email address, or their id as the target of an event. */
  is?: 'email' | 'target';
  /** The columns with the organisations that hold the row. By default the organisation of the person holds it. */
  of?: readonly string[];
  columns: readonly string[];
  /** The columns that another organisation may see of its external user; by default none of the rows that the person's organisation holds. */
  toOthers?: readonly string[];
}

/** What of a table is in the copy of a person's data. */
export interface PersonTable {
  rows: readonly PersonRows[];
  /** All other columns, by the reason why they are left out. */
  leftOut: Readonly<Record<string, readonly string[]>>;
}

const secret = 'A secret, or the hash of one';
const otherPerson = 'Another person';
const internal = 'How the product works, not what it knows about the person';
const ofOrganisation = 'Data of the organisation';
const inProgress = 'An action in progress, deleted when it ends';
const storedResponse = 'A stored response, which has data of many people, for 24 hours';

const nothing = (reason: string, ...columns: string[]): PersonTable => ({ rows: [], leftOut: { [reason]: columns } });

const isVisible = (field: PersonTextField): boolean => personField(field).visibleToOthers === true;
const ownTexts = personTextFields.filter((field) => field !== 'supervisor');

const reviewColumns = ['id', 'name', 'due_on', 'state', 'started_at', 'ended_at'];
const assessmentColumns = ['id', 'title', 'audit_status', 'start_date', 'end_date', 'created_at'];
const mappingColumns = ['id', 'vendor_id', 'customer_id', 'activated', 'status', 'created_at', 'updated_at'];
const deviceColumns = ['user_agent', 'client_address', 'created_at', 'last_used_at', 'expires_at'];
const throughKey = 'api_key_id>api_key.ent_usr_id';

/** Every table with a reference to a user, and what of it is in the copy of a person's data. Stored answers and secrets are not, nor other people except as a role. */
export const personTables: Readonly<Record<string, PersonTable>> = {
  access_review: {
    rows: [
      { as: 'startedReviews', by: 'started_by', of: ['ent_org_id'], columns: reviewColumns },
      { as: 'endedReviews', by: 'ended_by', of: ['ent_org_id'], columns: reviewColumns },
    ],
    leftOut: {
      [otherPerson]: ['reviewer_ids'],
      [ofOrganisation]: ['scope', 'scope_roles'],
      [internal]: ['series_id', 'finished_at', 'reminded_days'],
    },
  },
  access_review_item: {
    rows: [
      {
        as: 'reviewsOfTheirAccess',
        by: 'ent_usr_id',
        of: ['review_id>access_review.ent_org_id'],
        columns: [
          ...['id', 'review_id', 'is_external', 'role_id', 'decision', 'new_role_id', 'reason', 'decided_at'],
          ...['outcome', 'outcome_code', 'outcome_text', 'carried_out_at'],
        ],
      },
      {
        as: 'decisionsInReviews',
        by: 'decided_by',
        of: ['review_id>access_review.ent_org_id'],
        columns: ['id', 'review_id', 'decision', 'decided_at'],
      },
    ],
    leftOut: { [otherPerson]: ['reviewer_id'], [internal]: ['decided_role_id', 'version', 'audit_entry_id'] },
  },
  access_review_series: {
    rows: [
      {
        as: 'recurringReviews',
        by: 'created_by',
        of: ['ent_org_id'],
        columns: ['id', 'name', 'months', 'next_on', 'created_at', 'ended_at'],
      },
    ],
    leftOut: { [otherPerson]: ['people', 'reviewer_ids'], [ofOrganisation]: ['days', 'scope', 'scope_roles'] },
  },
  api_key: {
    rows: [
      {
        as: 'apiKeys',
        by: 'ent_usr_id',
        columns: [
          ...['id', 'name', 'prefix', 'scopes', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'],
          ...['rotated_at', 'suspended_at', 'allowed_addresses'],
        ],
      },
      {
        as: 'createdOrganisationKeys',
        by: 'created_by',
        of: ['owner_org_id'],
        columns: ['id', 'name', 'created_at', 'author_left_at'],
      },
    ],
    leftOut: {
      [secret]: ['key_hash'],
      [ofOrganisation]: ['role', 'purpose'],
      [internal]: ['lifetime_days', 'reminded_at', 'reminded_last_at', 'budget_full_at', 'expiry_seen'],
    },
  },
  app_factor: {
    rows: [{ as: 'authenticatorApp', by: 'ent_usr_id', columns: ['created_at'] }],
    leftOut: { [secret]: ['secret_sealed', 'last_step'] },
  },
  app_setup: nothing(inProgress, 'id', 'session_id', 'ent_usr_id', 'secret_sealed', 'tries', 'expires_at'),
  asmt: {
    rows: [
      { as: 'assessmentsAsAssessor', by: 'assessor_id', of: ['ent_org_id'], columns: assessmentColumns },
      { as: 'assessmentsAsAuditee', by: 'auditee_id', of: ['ent_org_id'], columns: assessmentColumns },
    ],
    leftOut: {
      [ofOrganisation]: [
        ...['guid', 'model_title', 'description', 'audit_type', 'actual_start_date', 'actual_end_date', 'updated_at'],
        ...['response_pending_count', 'response_completed_count', 'evaluation_pending_count'],
        ...['evaluation_completed_count', 'total_cntrls_count'],
      ],
    },
  },
  audit_entry: {
    rows: [
      {
        as: 'actions',
        by: 'ent_usr_id',
        of: ['subject_org_id'],
        columns: ['id', 'at', 'event', 'target_type', 'code', 'count', 'via', 'actor_role', 'client_address'],
      },
      {
        as: 'eventsAboutThem',
        by: 'target_id',
        is: 'target',
        of: ['subject_org_id'],
        columns: ['id', 'at', 'event', 'code', 'count', 'actor_role', 'before', 'after'],
      },
    ],
    leftOut: {
      [secret]: ['email_hash', 'hash', 'hash_version', 'salt', 'erased'],
      [ofOrganisation]: ['ent_org_id', 'other_org_id'],
      [internal]: ['action', 'request_id', 'api_key_id', 'position', 'chain_id', 'chain_no'],
    },
  },
  bulk_job: {
    rows: [
      {
        as: 'bulkActions',
        by: 'ent_usr_id',
        of: ['actor_org_id'],
        columns: [
          ...['id', 'act', 'role_id', 'department_name', 'total_count', 'via', 'actor_role', 'client_address'],
          ...['created_at', 'started_at', 'cancelled_at', 'finished_at'],
        ],
      },
    ],
    leftOut: { [internal]: ['session_id', 'api_key_id', 'request_id', 'stop_code'] },
  },
  bulk_row: nothing(
    'A row of a bulk action. Its event is among the events about the person.',
    ...['job_id', 'position', 'target_id', 'seen_at', 'state', 'code', 'message'],
  ),
  digest_email: {
    rows: [{ as: 'digests', by: 'ent_usr_id', columns: ['day', 'created_at', 'expires_at'] }],
    leftOut: { [secret]: ['token_hash'] },
  },
  ent_org: {
    rows: [{ as: 'organiserOf', by: 'organizer_id', of: ['id'], columns: ['id', 'brandname'] }],
    leftOut: {
      [ofOrganisation]: [
        ...['guid', 'legalname', 'industry', 'email_domain', 'website', 'user_limit', 'is_disabled', 'pin', 'country'],
        ...['state', 'city', 'registered_address', 'logo_id', 'icon_id', 'otp_required', 'notification_frequency'],
        ...['audit_retention_days', 'factor_required_at', 'session_minutes', 'allowed_addresses', 'time_zone'],
        ...['review_evidence_years', 'sign_in_retention_days', 'created_at', 'updated_at'],
      ],
      [internal]: ['search_text', 'folded_text'],
    },
  },
  ent_usr: {
    rows: [
      {
        as: 'account',
        by: 'id',
        columns: [
          ...['id', 'ent_org_id', ...ownTexts, 'role_id', 'dept_lead', 'is_disabled', 'created_at', 'updated_at'],
          ...['password_changed_at', 'last_sign_in_at', 'factor_grace_from', 'imported_at', 'sign_in_blocked_at'],
          ...['digest_off_at', 'erased_at'],
        ],
        toOthers: ['id', 'ent_org_id', ...ownTexts.filter(isVisible), 'role_id', 'dept_lead', 'is_disabled'],
      },
    ],
    leftOut: { [otherPerson]: ['supervisor'], [secret]: ['password_hash'], [internal]: ['search_text', 'folded_text'] },
  },
  erased_user: nothing('An erased person has no copy', 'ent_usr_id', 'erased_at', 'proof', 'is_in_files'),
  handover_token: nothing(
    inProgress,
    ...['id', 'session_id', 'module_id', 'token_hash', 'created_at', 'expires_at', 'used_at'],
  ),
  idempotency_key: nothing(
    storedResponse,
    ...['ent_usr_id', 'api_key_id', 'call', 'key', 'request_hash', 'status', 'answer', 'created_at'],
  ),
  idempotent_operation: nothing(
    storedResponse,
    ...['ent_usr_id', 'api_key_id', 'key_hash', 'input_hash', 'leased_until', 'journal', 'answer', 'created_at'],
  ),
  invitation: {
    rows: [
      {
        as: 'invitations',
        by: 'ent_usr_id',
        of: ['ent_org_id'],
        columns: [...['id', 'ent_org_id', 'kind', 'sent_at', 'expires_at', 'revoked_at', 'copied_at', 'voided_at']],
      },
      { as: 'sentInvitations', by: 'requester_id', of: ['ent_org_id'], columns: ['id', 'kind', 'sent_at'] },
    ],
    leftOut: { [secret]: ['token_hash'], [internal]: ['expiry_seen'] },
  },
  key_request: {
    rows: [{ as: 'requestsOfApiKeys', by: throughKey, columns: ['id', 'at', 'operation', 'code', 'cost', 'ms'] }],
    leftOut: { [internal]: ['request_id'] },
  },
  known_device: {
    rows: [{ as: 'knownBrowsers', by: 'ent_usr_id', columns: ['browser', 'system', 'last_used_at'] }],
    leftOut: {},
  },
  login_attempt: nothing(
    inProgress,
    ...['id', 'ent_usr_id', 'attempt_hash', 'code_hash', 'code_expires_at', 'tries', 'created_at', 'expires_at'],
  ),
  mail: {
    rows: [
      {
        as: 'emails',
        by: 'recipient',
        is: 'email',
        of: ['ent_org_id'],
        columns: ['id', 'kind', 'created_at', 'sent_at', 'failed_at', 'expires_at'],
      },
    ],
    leftOut: {
      'Text of an email, which has links and other people': ['subject', 'body_text', 'body_html'],
      [internal]: ['failure', 'invitation_id', 'refusals'],
    },
  },
  missing_key_requests: {
    rows: [{ as: 'furtherRequestsOfApiKeys', by: throughKey, columns: ['hour', 'count'] }],
    leftOut: {},
  },
  org_invitation: {
    rows: [
      {
        as: 'invitationsToCreateOrganisations',
        by: 'ent_usr_id',
        of: ['customer_id'],
        columns: ['customer_id', 'modules', 'created_at'],
      },
      { as: 'invitedOrganisations', by: 'requester_id', of: ['customer_id'], columns: ['created_at'] },
    ],
    leftOut: {},
  },
  org_mapping: {
    rows: [
      {
        as: 'mappingsOfTheOrganisation',
        by: 'mapped_user_id',
        of: ['vendor_id', 'customer_id'],
        columns: mappingColumns,
      },
      { as: 'requestedMappings', by: 'requester_id', of: ['requested_by_org_id'], columns: mappingColumns },
    ],
    leftOut: { [ofOrganisation]: ['modules'] },
  },
  otp_send: {
    rows: [{ as: 'passcodeEmails', by: 'ent_usr_id', columns: ['id', 'sent_at', 'used_at'] }],
    leftOut: { [internal]: ['login_attempt_id', 'bound'] },
  },
  passkey: {
    rows: [{ as: 'passkeys', by: 'ent_usr_id', columns: ['id', 'name', 'transports', 'created_at', 'last_used_at'] }],
    leftOut: { [secret]: ['credential_id', 'public_key', 'sign_count'] },
  },
  password_proof: nothing(inProgress, 'id', 'session_id', 'api_key_id', 'proved_at', 'used_at'),
  recovery_code: nothing(secret, 'ent_usr_id', 'code_hash'),
  remember_token: {
    rows: [{ as: 'rememberedDevices', by: 'ent_usr_id', columns: ['id', ...deviceColumns] }],
    leftOut: { [secret]: ['token_hash'] },
  },
  responder: { rows: [{ as: 'responderDuties', by: 'ent_usr_id', columns: ['kind'] }], leftOut: {} },
  scim_deactivation: {
    rows: [{ as: 'deactivationsByProvider', by: 'ent_usr_id', of: ['ent_org_id'], columns: ['id', 'at'] }],
    leftOut: {},
  },
  scim_failure: {
    rows: [
      {
        as: 'failedProvisioning',
        by: 'user_name',
        is: 'email',
        of: ['ent_org_id'],
        columns: ['id', 'at', 'method', 'status'],
      },
    ],
    leftOut: { 'Text of a request, which may name other people': ['path', 'reason'] },
  },
  scim_setting: {
    rows: [{ as: 'provisioningTurnedOn', by: 'enabled_by', of: ['ent_org_id'], columns: ['enabled_at'] }],
    leftOut: {
      [otherPerson]: ['default_supervisor'],
      [ofOrganisation]: [
        ...['default_role', 'default_designation', 'default_department', 'last_request_at'],
        ...['deactivations_confirmed_at', 'updated_at'],
      ],
    },
  },
  scim_unmanaged: {
    rows: [{ as: 'excludedFromProvisioning', by: 'ent_usr_id', of: ['ent_org_id'], columns: ['ent_org_id'] }],
    leftOut: {},
  },
  scim_user: {
    rows: [
      {
        as: 'provisionedAccounts',
        by: 'ent_usr_id',
        of: ['ent_org_id'],
        columns: [
          ...['id', 'ent_org_id', 'user_name', 'external_id', 'other', 'set_fields', 'managed_at', 'created_at'],
          'updated_at',
        ],
      },
    ],
    leftOut: { [otherPerson]: ['waiting_manager'] },
  },
  session: {
    rows: [
      {
        as: 'sessions',
        by: 'ent_usr_id',
        columns: ['id', ...deviceColumns, 'ended_at', 'began_at', 'began_by', 'has_factor'],
      },
    ],
    leftOut: { [secret]: ['key_hash', 'provider_session', 'provider_sign_out_sealed'] },
  },
  session_token: nothing(secret, 'id', 'session_id', 'token_hash', 'created_at', 'first_used_at', 'dies_at'),
  sso: {
    rows: [{ as: 'singleSignOnTurnedOn', by: 'enabled_by', of: ['ent_org_id'], columns: ['enabled_at'] }],
    leftOut: {
      [secret]: ['client_secret_sealed'],
      [ofOrganisation]: [
        ...['client_id', 'tenant_id', 'issuer', 'default_role', 'tested_at', 'enabled_by_role', 'required_at'],
        ...['secret_expires_on', 'secret_reminded_days', 'signed_in_at', 'signs_out_at_provider', 'updated_at'],
        ...['client_refused_at', 'logout_refused_at', 'logout_refusal'],
      ],
    },
  },
  sso_confirmation: {
    rows: [
      {
        as: 'accountsAtProviderToConfirm',
        by: 'ent_usr_id',
        of: ['ent_org_id'],
        columns: ['id', 'email', 'issuer', 'subject', 'expires_at'],
      },
    ],
    leftOut: { [secret]: ['token_hash'], [internal]: ['client_id', 'replaces_link'] },
  },
  sso_link: {
    rows: [
      {
        as: 'accountsAtProvider',
        by: 'ent_usr_id',
        of: ['ent_org_id'],
        columns: ['id', 'issuer', 'subject', 'created_at'],
      },
    ],
    leftOut: {},
  },
  sso_start: nothing(
    inProgress,
    ...['id', 'ent_org_id', 'state_hash', 'attempt_hash', 'issuer', 'client_id', 'nonce', 'verifier_sealed'],
    ...['expires_at', 'session_id', 'begun_at'],
  ),
  sso_test: {
    rows: [
      {
        as: 'singleSignOnTests',
        by: 'ent_usr_id',
        of: ['ent_org_id'],
        columns: ['id', 'kind', 'has_passed', 'created_at'],
      },
    ],
    leftOut: { [ofOrganisation]: ['findings'] },
  },
  user_mapping: {
    rows: [
      {
        as: 'externalAccess',
        by: 'ent_usr_id',
        of: ['mapped_org_id'],
        columns: ['id', 'mapped_org_id', 'activated', 'status', 'modules', 'created_at', 'updated_at'],
      },
      { as: 'invitedExternalUsers', by: 'requester_id', of: ['mapped_org_id'], columns: ['id', 'created_at'] },
    ],
    leftOut: { [internal]: ['home_org_id'] },
  },
  user_token: {
    rows: [{ as: 'emailedLinks', by: 'ent_usr_id', columns: ['id', 'kind', 'created_at', 'expires_at', 'used_at'] }],
    leftOut: { [secret]: ['token_hash'] },
  },
};

/** The tables without a reference to a user, and why none of their rows is about a person. */
export const tablesWithoutPerson: Readonly<Record<string, string>> = {
  access_review_evidence: 'Files about many people that are kept unchanged as proof. The review has them.',
  attempt_count: 'Counts by keyed hashes, deleted a day after their end',
  audit_chain: 'The hash chain of the activity log',
  audit_position: 'A number',
  backup_run: 'Sizes of backups',
  list_version: 'Versions of lists',
  logout_token: 'Hashes of tokens of an identity provider',
  notice: 'Notifications to all Organisers of an organisation, deleted a day after their hour',
  operator_address: 'IP addresses of the operator',
  role: 'The roles',
  scim_role: 'Settings of an organisation',
  sso_domain: 'Settings of an organisation',
  stored_file: 'Images of organisations',
  subscribed_model: 'Settings of an organisation',
  subscribed_module: 'Settings of an organisation',
  used_passkey_challenge: 'Hashes',
  user_count: 'Counts',
  webhook: 'Settings of an organisation',
  webhook_delivery: 'Deliveries of events, which the activity log has',
};
