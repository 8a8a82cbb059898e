import { settingRows } from './organisation-settings.ts';
import { accessTables } from './person-access-tables.ts';
import {
  assessmentColumns,
  internal,
  isVisible,
  isVisibleWithoutHome,
  mappingColumns,
  nothing,
  ofOrganisation,
  otherPerson,
  ownTexts,
  type PersonTable,
  reviewColumns,
  secret,
} from './person-table.ts';

/** Every table with a reference to a user, and what of it is in the copy of a person's data. Stored responses and secrets are not, nor other people except as a role. */
export const personTables: Readonly<Record<string, PersonTable>> = {
  ...accessTables,
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
          ...[
            'id',
            'review_id',
            'is_external',
            'name',
            'email',
            'role_id',
            'decision',
            'new_role_id',
            'reason',
            'decided_at',
          ],
          ...['facts', 'outcome', 'outcome_code', 'outcome_text', 'carried_out_at'],
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
        ...settingRows.map(({ column }) => column),
        ...['time_zone', 'created_at', 'updated_at'],
      ],
      [internal]: ['folded_text', 'digest_day'],
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
          ...['digest_off_at', 'erased_at', 'deprovisioned_at', 'account_reset_at', 'return_refused_at'],
        ],
        toOthers: ['id', 'ent_org_id', ...ownTexts.filter(isVisible), 'is_disabled'],
        toOthersWithoutHome: [...ownTexts.filter(isVisibleWithoutHome), 'role_id', 'dept_lead'],
      },
    ],
    leftOut: { [otherPerson]: ['supervisor'], [secret]: ['password_hash'], [internal]: ['folded_text'] },
  },
  erased_user: nothing(
    'An erased person has no copy',
    ...['ent_usr_id', 'erased_at', 'created_at', 'proof', 'is_in_files', 'pending', 'position'],
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
      [secret]: ['unsubscribe_url'],
      [internal]: ['failure', 'invitation_id', 'recipient_id', 'refusals'],
    },
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
  responder: { rows: [{ as: 'responderDuties', by: 'ent_usr_id', columns: ['kind'] }], leftOut: {} },
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
    leftOut: {},
  },
};
