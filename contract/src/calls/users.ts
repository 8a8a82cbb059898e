import { z } from 'zod';
import { defineCalls } from '../call.ts';
import type * as schema from '../generated/schema-types.ts';
import { organisationUserParameters, userListPageInfo } from '../list-parameters.ts';
import { inputShape, responseShape } from '../schema-shapes.ts';
import {
  changedEntUsr,
  entUsr,
  entUsrInput,
  id,
  inputId,
  invitationInput,
  objectLocators,
  orgRef,
  userLocator,
} from '../shapes.ts';

/** Data of another user that the inviting user may see. */
export const userRef = z.object({ id, is_disabled: z.boolean() }).register(objectLocators, userLocator);
export const responder = z.object({ ent_usr_id: id });

/** The users who are responders, by kind. */
export const responderLists = {
  con_dept_responders: z.array(responder),
  inc_dept_responders: z.array(responder),
  task_dept_responders: z.array(responder),
};

const deptResponders = z.object({ dept_responders: z.array(responder) });
// Default: the responders of every organisation that the caller may see (CHECKLIST OPEN-69).
const ofOrg = z.object({
  org_id: inputId.optional().describe('extension: by default every organisation that the caller can see'),
});

/** Email addresses of created users who were not emailed a link. */
export const withheldEmails = z
  .array(z.string())
  .describe(
    'extension of release 1.1.0: the email addresses of created users who were not emailed a link. They received too many invitations within an hour.',
  );

export const manyStrangers =
  'the organisation has created more than 2,000 users outside its verified domains in the last hour';

/** The users of an organisation, the invitation of organisations, and responders. */
export const usersCalls = defineCalls({
  inviteUser: {
    request: 'REST-14 POST /consoles/invite_user',
    event: 'mappings:invite',
    scope: 'mappings:write',
    description:
      "Invites an organisation by the email address of one of its users. A known organisation gets a mapping request with the caller's organisation as customer. For an unknown email address, a user without role and organisation is created and emailed an onboarding link.",
    when: 'a user invites an organisation',
    body: z.object({ user: invitationInput }),
    answer: z.object({}),
    failures: {
      CONFLICT: 'the two organisations already have a mapping or a pending request',
      INVALID: "the email address belongs to the caller's own organisation",
    },
  },
  checkIfOrgUsrExists: {
    request: 'REST-16 POST /consoles/check_if_org_usr_exists',
    kind: 'read',
    description: 'Returns the organisation and the user that an email address belongs to; null if there is none.',
    when: 'a user enters an email address to invite',
    body: z.object({ user: z.object({ email: z.string() }) }),
    answer: z.object({
      org: orgRef.nullable(),
      user: userRef.nullable(),
    }),
    dataKeys: ['success'],
  },
  activeUserList: {
    request: 'REST-17 GET /consoles/active_user_list',
    description: 'Lists the active users of an organisation, newest `created_at` first.',
    when: 'the users page or senior management opens, and whenever the user limit is checked',
    query: z.object({
      org_id: inputId,
      include_current_user: z.enum(['true', 'false']).optional().describe('true: include the caller'),
      ...organisationUserParameters,
    }),
    answer: z.object({ active_users: z.array(entUsr), ...userListPageInfo }),
  },
  inactiveUserList: {
    request: 'REST-18 GET /consoles/inactive_user_list',
    description: 'Lists the inactive users of an organisation, newest `updated_at` first.',
    when: 'the users page opens, and a users file is previewed',
    query: z.object({ org_id: inputId, ...organisationUserParameters }),
    answer: z.object({ inactive_users: z.array(entUsr), ...userListPageInfo }),
  },
  activateDeactivateUser: {
    request: 'REST-19 POST /consoles/activate_deactivate_user',
    event: 'users:deactivate',
    scope: 'users:write',
    description:
      'Deactivates an active user and activates an inactive one. Deactivation requires a password check (`valid_password`) beforehand. An activated user who has no password and has never signed in through an identity provider is emailed a new link to set one.',
    when: 'a user is activated, or is deactivated',
    body: z.object({
      userId: inputId,
      is_disabled: z.boolean().optional().describe('extension: the state to set'),
      handOver: inputShape<schema.HandOverInput>('HandOverInput')
        .nullish()
        .describe(
          'extension; for a session and `is_disabled: true`: the responsibilities to hand over in the same transaction',
        ),
    }),
    sample: { userId: '{userId}', is_disabled: true },
    wayBack: { event: 'users:activate', sample: { userId: '{inactiveId}', is_disabled: false } },
    answer: z.object({
      user: changedEntUsr.extend({
        handedOver: responseShape<schema.HandedOver>('HandedOver').optional().describe('what became of `handOver`'),
      }),
    }),
    failures: {
      WRONG_PASSWORD: 'the password was not checked before a deactivation',
      RESPONDER_ACTIVE: 'the user is a responder',
      USER_LIMIT_REACHED: 'the organisation has reached its user limit',
      INVALID: 'the new user cannot take over the responsibilities, or the user does not have one of them',
      FORBIDDEN: "the user is the caller, or has a role above the caller's",
    },
  },
  createOrgUser: {
    request: 'REST-20 POST /consoles/create_org_user',
    event: 'users:create',
    scope: 'users:write',
    description:
      "Creates a user in `ent_org_id`, by default the caller's organisation, and emails them a link to set a password.",
    when: 'a user is created, and for each senior manager in the organisation wizard',
    body: z.object({ ent_usr: entUsrInput }),
    answer: z.object({
      user: entUsr,
      is_email_withheld: z
        .boolean()
        .optional()
        .describe(
          'extension of release 1.1.0: whether no link was emailed, because this email address received too many invitations within an hour',
        ),
    }),
    failures: {
      INVALID: 'at least one field is not valid',
      USER_LIMIT_REACHED: 'the organisation has reached its user limit',
      RATE_LIMITED: manyStrangers,
      FORBIDDEN: "the role is above the caller's",
    },
  },
  updateOrgUser: {
    request: 'REST-21 POST /consoles/update_org_user',
    event: 'users:edit',
    scope: 'users:write',
    description:
      "Changes a user. Absent keys keep their value. For the caller's own record, email, role, department lead and organisation are ignored.",
    when: 'a user or a profile is edited, or a senior manager is nominated',
    body: z.object({ ent_usr: entUsrInput.partial() }),
    sample: { ent_usr: { id: '{userId}', lastname: 'Renamed' } },
    answer: z.object({ user: entUsr }),
    failures: {
      INVALID: 'at least one field is not valid',
      FORBIDDEN: "the user's role is above the caller's",
      CONFLICT: '`expected_updated_at` (extension) is not the current value',
    },
  },
  getUserDetailById: {
    request: 'REST-22 GET /consoles/get_user_detail_by_id',
    description: 'Returns one user.',
    when: "a user's page opens, and before every change of a user",
    query: z.object({ user_id: inputId }),
    answer: z.object({ user: entUsr }),
    absentCode: 'NOT_FOUND',
    failures: {
      NOT_FOUND: 'the id is unknown or belongs to another organisation',
    },
  },
  bulkUserUpload: {
    request: 'REST-23 POST /consoles/bulk_user_upload',
    event: 'users:upload',
    scope: 'users:write',
    description: 'Creates the users in a CSV file: all of them or none.',
    when: 'a users file is uploaded',
    body: z.object({ org_id: inputId }),
    answer: z.object({
      users: z.array(entUsr),
      withheld_emails: withheldEmails.optional(),
    }),
    files: ['file'],
    failures: {
      RATE_LIMITED: manyStrangers,
      INVALID: '`errors` by row, such as `row 3`: `email is taken`',
      USER_LIMIT_REACHED: 'the file has more users than the user limit allows',
      FILE_REFUSED: 'the file is not a CSV file',
    },
  },
  conDeptResponders: {
    request: 'REST-26 GET /continuers/con_dept_responders',
    description: 'Lists the responders of continuity.',
    when: "a user's page opens, and before a user is deactivated",
    query: ofOrg,
    answer: deptResponders,
  },
  incDeptResponders: {
    request: 'REST-27 GET /incidents/inc_dept_responders',
    description: 'Lists the responders of incidents.',
    when: "a user's page opens, and before a user is deactivated",
    query: ofOrg,
    answer: deptResponders,
  },
  taskDeptResponders: {
    request: 'REST-28 GET /task_blueprint/task_dept_responders',
    description: 'Lists the responders of tasks.',
    when: "a user's page opens, and before a user is deactivated",
    query: ofOrg,
    answer: deptResponders,
  },
});
