import { sql } from 'kysely';
import {
  copied,
  finds,
  internal,
  mailText,
  noPerson,
  plain,
  secret,
  storedResponse,
  table,
  textDays,
} from './table.ts';

export const coreTables = {
  mail: table({
    id: copied.id,
    recipient: finds.text,
    /** User who had this email address when the email was written. */
    recipient_id: internal.integer.nullable(),
    subject: mailText.text,
    body_text: secret.text.nullable(),
    body_html: secret.text.nullable(),
    created_at: copied.timestamp,
    expires_at: copied.timestamp.nullable(),
    /** Set for emails that count for the hourly limit of their organisation: not sent before. */
    due_at: copied.timestamp.nullable(),
    sent_at: copied.timestamp.nullable(),
    failed_at: copied.timestamp.nullable(),
    failure: internal.text.nullable(),
    invitation_id: internal.integer.nullable(),
    /** Passcodes and links to reset a password are sent first. */
    kind: copied.oneOf(['passcode', 'reset']).nullable(),
    /** Organisation that caused it, if many can be caused at once. */
    ent_org_id: finds.integer.nullable(),
    /** URL for one-click unsubscribing; deleted with the text. */
    unsubscribe_url: secret.text.nullable(),
    refusals: internal.integer.default(0),
  })({
    organisation: ['ent_org_id', 'recipient>ent_usr:email.ent_org_id'],
    person: [{ as: 'emails', by: 'recipient', is: 'email' }],
    backup: { rows: 'all', rowsWithoutSecrets: 'sent_at is not null or failed_at is not null' },
    erased: { deleted: ['recipient_id', 'invitation_id>invitation.ent_usr_id'] },
    kept: [{ days: textDays, since: 'created_at' }],
  }),
  notice: table({
    /** Organisation id, or 0 for all Administrators. */
    audience_id: plain.integer,
    kind: plain.text,
    /** Bulk action that sends the notices at its end, or 0. */
    bulk_job_id: plain.integer.default(0),
    /** End of the hour, when deferred emails are sent and counting restarts. */
    due_at: plain.timestamp,
    /** Number of emails sent in this hour. */
    mails: plain.integer.default(0),
    /** Number of deferred actions; `first_deferred` has the first sentences. */
    deferred: plain.integer.default(0),
    first_deferred: plain.json<string[]>().default([]),
  })({
    organisation: ['audience_id'],
    person: noPerson('Notifications to all Organisers of an organisation, deleted a day after their hour'),
    erased: { stays: 'Deleted after at most 30 days' },
    kept: [
      { days: 1, since: 'due_at', if: () => sql<boolean>`deferred = 0` },
      { days: textDays, since: 'due_at' },
    ],
  }),
  attempt_count: table({
    key: secret.text,
    failures: plain.integer,
    window_ends_at: plain.timestamp,
    blocked_until: plain.timestamp.nullable(),
    counted_at: plain.timestamp.nullable(),
  })({
    organisation: [],
    person: noPerson('Counts by keyed hashes, deleted a day after their end'),
    backup: 'with-secrets',
    kept: [{ days: 1, since: 'window_ends_at' }],
  }),
  idempotency_key: table({
    /** Set for a person; `api_key_id` for an organisation key. */
    ent_usr_id: plain.integer.nullable(),
    api_key_id: plain.integer.nullable(),
    call: plain.text,
    key: secret.text,
    request_hash: secret.text,
    status: plain.integer.nullable(),
    answer: secret.text.nullable(),
    created_at: plain.timestamp,
  })({ ...storedResponse }),
  idempotent_operation: table({
    /** Set for a person; `api_key_id` for an organisation key. */
    ent_usr_id: plain.integer.nullable(),
    api_key_id: plain.integer.nullable(),
    key_hash: secret.text,
    input_hash: secret.text,
    /** End of the lease while it runs. */
    leased_until: plain.timestamp.nullable(),
    /** Encrypted by the gateway, like the next column. */
    journal: secret.text.nullable(),
    answer: secret.text.nullable(),
    created_at: plain.timestamp,
  })({ ...storedResponse }),
};
