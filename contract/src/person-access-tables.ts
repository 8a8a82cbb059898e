import {
  deviceColumns,
  inProgress,
  internal,
  nothing,
  ofOrganisation,
  otherPerson,
  type PersonTable,
  secret,
  storedResponse,
  throughKey,
} from './person-table.ts';

/** The tables of passwords, factors, sessions, single sign-on, keys and provisioning. */
export const accessTables: Readonly<Record<string, PersonTable>> = {
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
      [internal]: ['lifetime_days', 'reminded_at', 'reminded_last_at', 'budget_full_at', 'expiry_seen', 'replaces_id'],
    },
  },
  app_factor: {
    rows: [{ as: 'authenticatorApp', by: 'ent_usr_id', columns: ['created_at'] }],
    leftOut: { [secret]: ['secret_sealed', 'last_step'] },
  },
  app_setup: nothing(inProgress, 'id', 'session_id', 'ent_usr_id', 'secret_sealed', 'tries', 'expires_at'),
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
  missing_key_requests: {
    rows: [{ as: 'furtherRequestsOfApiKeys', by: throughKey, columns: ['hour', 'count'] }],
    leftOut: {},
  },
  otp_send: {
    rows: [{ as: 'passcodeEmails', by: 'ent_usr_id', columns: ['id', 'sent_at', 'used_at'] }],
    leftOut: { [internal]: ['login_attempt_id', 'bound'] },
  },
  passkey: {
    rows: [{ as: 'passkeys', by: 'ent_usr_id', columns: ['id', 'name', 'transports', 'created_at', 'last_used_at'] }],
    leftOut: { [secret]: ['credential_id', 'public_key', 'sign_count'] },
  },
  password_proof: nothing(inProgress, 'id', 'session_id', 'api_key_id', 'proved_at', 'used_at', 'settings_org_id'),
  provisioning_issue: {
    rows: [{ as: 'provisioningIssues', by: 'ent_usr_id', of: ['ent_org_id'], columns: ['id', 'kind', 'detail', 'at'] }],
    leftOut: {},
  },
  recovery_code: nothing(secret, 'ent_usr_id', 'code_hash'),
  remember_token: {
    rows: [{ as: 'rememberedDevices', by: 'ent_usr_id', columns: ['id', ...deviceColumns] }],
    leftOut: { [secret]: ['token_hash'] },
  },
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
    leftOut: {
      'Text of a request, which may name other people': ['path', 'reason'],
      [internal]: ['line', 'count'],
    },
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
  user_token: {
    rows: [{ as: 'emailedLinks', by: 'ent_usr_id', columns: ['id', 'kind', 'created_at', 'expires_at', 'used_at'] }],
    leftOut: { [secret]: ['token_hash'] },
  },
};
