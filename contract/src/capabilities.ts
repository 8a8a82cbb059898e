/** What a product API may have beyond the specification, by the name in the answer of `capabilities`. A name keeps its meaning: what a later release adds gets a name of its own. */
export const capabilities = {
  login_attempt: '`login` checks the password before the passcode is sent, and answers `login_attempt`',
  remember_token: '`login` takes and answers `remember_token`',
  device_token: '`login` takes and answers `device_token`',
  tries_left: 'a refused passcode says `tries_left`',
  resend_in: '`send_otp` answers `resend_in`',
  retry_after: 'a refusal with 429 says `retry_after`',
  handover: 'a session is handed over to another module by a token of its own',
  keys: 'API keys of users',
  key_requests: 'the requests of API keys, which the gateway reports',
  security: 'sessions and remembered devices of users',
  passkeys: 'signing in with passkeys, and those of the caller',
  confirmations: 'acts are confirmed by passkey or provider in place of the password',
  confirmed_activation:
    'activating a user and enabling an organisation are refused without a confirmation, as deactivating is (`REQUIRE_PASSWORD_ON_ACTIVATE` of the platform)',
  second_factors:
    'authenticator apps and recovery codes: `login` answers `factor` with OTP_REQUIRED, `user_security` answers `authenticator_app`',
  invitations: 'invitations, as a list and one by one',
  activity: 'the audit log, and for how many days it is stored',
  events: 'the activity as a feed of events with types',
  webhooks: 'events are pushed to addresses of organisations',
  idempotency: 'operations with an idempotency key, and `idempotency-key` with each write',
  refusals: 'refusals by the gateway in the audit log',
  recorded_refusals: 'the refusals of a call are in the audit log, but for those of reads by the gateway',
  user_lists: 'users by page, several of their lists in one answer, and `active_users_count` of an organisation',
  external_user_pages:
    '`user_lists` answers a page of the external users, and `export_rows` streams them, by search, filter and order',
  taken_emails: 'which emails of a file of users an organisation has',
  user_duties: 'what depends on a user',
  last_sign_in: '`last_sign_in_at` of a user',
  invited_users: '`is_invited` of a user',
  link_invitation: '`user_by_reset_pwd` answers `invitation`: who invited, where and as what',
  org_lists: 'organisations by page, and active and disabled ones in one list',
  org_totals: '`org_list` and `all_orgs` answer the totals of all that they find, when `totals` asks for them',
  own_org: "`org_detail` without `org_id` answers the caller's organisation",
  lookup_lists: 'the options of all forms in one answer',
  stored_texts: 'texts are answered as they are stored, and not escaped for HTML',
  partial_updates: '`update_org_user` and `update_config` change only what they are given',
  expected_values: 'a write with `expected_updated_at` or `expected_state` is refused when that has changed',
  requested_state: '`activate_deactivate_user` and `enable_disable_org` take the state that they are to reach',
  nominations: '`update_org_user` with `nominate` takes the post from its holder',
  mapping_rules:
    '`mapping_exists` looks in both directions; rejected mappings are answered on request; a disabled organisation is in no new mapping',
  mapping_endings:
    'accepted mappings and external users are ended by calls of their own, pending ones withdrawn; these and `activate_deactivate` take a `reason`',
  invite_type: 'the calls that invite take `invite_type`',
  unsent_mails: 'how many mails could not be sent, and `is_unsent` of an invitation',
  config_passcode: '`update_config` switches passcodes on only with the `passcode` that `send_config_passcode` mails',
  exports: 'the rows of a list as a stream, and exports in the audit log',
  model_exports: '`record_export` takes the list `models`',
  overview: 'the figures of an organisation, or of all, in one answer',
  mapping_by_details: '`update_org_user` with the details of an invited user accepts their invitation',
  single_sign_on: 'providers of organisations sign their users in (OpenID Connect)',
  user_factors: '`second_factors` of a user, and `factor` to filter lists of users',
  required_factor: '`required_factor` of the signed-in user, and FACTOR_REQUIRED',
  sign_in_rules: 'the length of sessions and the required second factor by organisation',
  back_channel_logout:
    'providers of organisations end the sessions that began with them; `single_sign_on` answers `logout_url`',
  sign_in_tests:
    'single sign-on is tested by signing in as well, before it is switched on; `single_sign_on` answers `is_tested_by_signing_in` and `kind` of a test',
  provider_links: 'users are unlinked from their identity provider; `user_security` answers `provider_link`',
  provider_sign_out:
    'sessions are signed out at their provider too: `provider_sign_out` of the signed-in user, `signs_out_at_provider` and `post_logout_redirect_url` of `single_sign_on`',
  key_confirmations: 'suspended API keys are confirmed; `suspended_at` of an API key',
  users_file: 'a file of users updates those who are there, all rows or none, and is previewed with what it changes',
  bulk_acts: 'acts on many users or invitations as a job',
} as const;

/** The name of a capability. */
export type Capability = keyof typeof capabilities;
