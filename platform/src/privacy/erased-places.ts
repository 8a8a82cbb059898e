/** Where a person's data is erased; all other places have ids alone. The proof test reads every column, so that a new one is added here. */

/** Tables of which the person's rows are deleted, by `ent_usr_id`, and with them the rows that reference these. */
export const deletedRows = [
  ...['session', 'remember_token', 'known_device', 'login_attempt', 'otp_send', 'user_token'],
  ...['app_factor', 'recovery_code', 'passkey', 'api_key', 'idempotency_key', 'idempotent_operation'],
  ...['invitation', 'org_invitation', 'digest_email', 'sso_link', 'sso_confirmation', 'sso_test'],
  ...['scim_user', 'scim_deactivation', 'scim_unmanaged', 'responder'],
] as const;

interface TextColumns {
  text?: readonly string[];
  /** With texts in it. */
  json?: readonly string[];
}

/** Texts that others have written or that the product has written about many people, in which the person is replaced. */
export const replacedTexts: Readonly<Record<string, TextColumns>> = {
  access_review: { text: ['name'] },
  access_review_item: { text: ['reason', 'outcome_text'] },
  access_review_series: { text: ['name'] },
  api_key: { text: ['name'] },
  asmt: { text: ['title', 'description'] },
  bulk_row: { text: ['message'] },
  mail: { text: ['subject', 'body_text', 'body_html', 'failure'] },
  notice: { json: ['first_deferred'] },
  scim_failure: { text: ['path', 'user_name', 'reason'] },
  scim_user: { text: ['external_id'], json: ['other'] },
  sso_test: { text: ['findings'] },
  webhook_delivery: { text: ['answer', 'redirect_url'] },
};
