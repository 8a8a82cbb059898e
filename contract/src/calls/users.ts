import { z } from 'zod';
import { defineCall } from '../call.ts';
import { entUsr, entUsrInput, id, idIn, orgRef, spellings, userSpelling, usersCounts, usersPage } from '../shapes.ts';

const invitation = z.object({
  email: z.string(),
  modules: z.array(z.string()).optional(),
  invite_type: z
    .enum(['organisation', 'user'])
    .optional()
    .describe('extension: what is invited, where the call does not say it'),
});
/** What a user who invites may know of another user. */
export const knownUser = z.object({ id, is_disabled: z.boolean() }).register(spellings, userSpelling);
/** A user who answers for a module. */
export const responder = z.object({ ent_usr_id: id });
const deptResponders = z.object({ dept_responders: z.array(responder) });
/** Without it, those of every organisation that the caller may see (CHECKLIST OPEN-69). */
const ofOrg = z.object({
  org_id: idIn.optional().describe('extension: by default every organisation that the caller may see'),
});

/** The users of an organisation, invitations and responders. */
export const usersCalls = {
  inviteUser: defineCall({
    name: 'inviteUser',
    item: 'REST-14',
    method: 'POST',
    path: '/consoles/invite_user',
    kind: 'write',
    access: 'user',
    description:
      "Invites an organisation by the email of one of its users. A known organisation gets a mapping request with the caller's organisation as customer; an unknown email gets a user without role and organisation, and a mail with an onboarding link.",
    when: 'a user invites an organisation',
    body: z.object({ user: invitation }),
    answer: z.object({}),
    failures: {
      CONFLICT: 'the two organisations have a mapping or an open request',
      INVALID: "the email is of the caller's own organisation",
    },
  }),
  externalOrgInviteUser: defineCall({
    name: 'externalOrgInviteUser',
    item: 'REST-15',
    method: 'POST',
    path: '/consoles/external_org_invite_user',
    kind: 'write',
    access: 'user',
    description:
      "Invites an external user into the organisation `ext_org_id`. An unknown email gets a user without role and organisation. The organisation's Organisers and higher roles get a mail.",
    when: 'a user invites an external user',
    body: z.object({ user: invitation, ext_org_id: idIn }),
    answer: z.object({}),
    failures: {
      CONFLICT: 'the user is invited already',
      INVALID: 'the email is of that organisation',
    },
  }),
  checkIfOrgUsrExists: defineCall({
    name: 'checkIfOrgUsrExists',
    item: 'REST-16',
    method: 'POST',
    path: '/consoles/check_if_org_usr_exists',
    kind: 'read',
    access: 'user',
    description: 'The organisation and the user that an email belongs to; null where there is none.',
    when: 'a user enters an email to invite',
    body: z.object({ user: z.object({ email: z.string() }) }),
    answer: z.object({
      org: orgRef.nullable(),
      user: knownUser.nullable(),
    }),
    dataKeys: ['success'],
  }),
  activeUserList: defineCall({
    name: 'activeUserList',
    item: 'REST-17',
    method: 'GET',
    path: '/consoles/active_user_list',
    kind: 'read',
    access: 'user',
    description: 'The active users of an organisation, newest `created_at` first.',
    when: 'the users page, every check of free seats, and senior management',
    query: z.object({
      org_id: idIn,
      include_current_user: z.enum(['true', 'false']).optional().describe('true: the caller as well'),
      ...usersPage,
    }),
    answer: z.object({ active_users: z.array(entUsr), ...usersCounts }),
  }),
  inactiveUserList: defineCall({
    name: 'inactiveUserList',
    item: 'REST-18',
    method: 'GET',
    path: '/consoles/inactive_user_list',
    kind: 'read',
    access: 'user',
    description: 'The inactive users of an organisation, newest `updated_at` first.',
    when: 'the users page, and the preview of a users file',
    query: z.object({ org_id: idIn, ...usersPage }),
    answer: z.object({ inactive_users: z.array(entUsr), ...usersCounts }),
  }),
  activateDeactivateUser: defineCall({
    name: 'activateDeactivateUser',
    item: 'REST-19',
    method: 'POST',
    path: '/consoles/activate_deactivate_user',
    kind: 'write',
    access: 'user',
    description:
      'Deactivates an active user and activates an inactive one. Deactivation needs a password check (`valid_password`) before it. An activated user without a password is mailed a new link to set one.',
    when: 'a user is activated or deactivated',
    body: z.object({
      userId: idIn,
      is_disabled: z.boolean().optional().describe('extension: the state that the call is to reach'),
    }),
    answer: z.object({ user: entUsr }),
    failures: {
      WRONG_PASSWORD: 'no password check precedes a deactivation',
      RESPONDER_ACTIVE: 'the user is a responder',
      USER_LIMIT_REACHED: 'the organisation has no free seat',
      FORBIDDEN: "the caller's own record, or a role above the caller's",
    },
  }),
  createOrgUser: defineCall({
    name: 'createOrgUser',
    item: 'REST-20',
    method: 'POST',
    path: '/consoles/create_org_user',
    kind: 'write',
    access: 'user',
    description:
      "Creates a user in `ent_org_id`, by default in the caller's organisation, and mails a link to set a password.",
    when: 'a user is created, and for each senior manager of the organisation wizard',
    body: z.object({ ent_usr: entUsrInput }),
    answer: z.object({ user: entUsr }),
    failures: {
      INVALID: '`errors` by field',
      USER_LIMIT_REACHED: 'the organisation has no free seat',
      FORBIDDEN: "the role is above the caller's",
    },
  }),
  updateOrgUser: defineCall({
    name: 'updateOrgUser',
    item: 'REST-21',
    method: 'POST',
    path: '/consoles/update_org_user',
    kind: 'write',
    access: 'user',
    description:
      "Changes a user. Keys that are absent stay as they are. Email, role, department lead and organisation of the caller's own record are ignored.",
    when: 'a user or a profile is edited, and a senior manager is nominated',
    body: z.object({ ent_usr: entUsrInput }),
    answer: z.object({ user: entUsr }),
    failures: {
      INVALID: '`errors` by field',
      FORBIDDEN: "the user's role is above the caller's",
      CONFLICT: '`expected_updated_at` (extension) is not the current value',
    },
  }),
  getUserDetailById: defineCall({
    name: 'getUserDetailById',
    item: 'REST-22',
    method: 'GET',
    path: '/consoles/get_user_detail_by_id',
    kind: 'read',
    access: 'user',
    description: 'One user.',
    when: "a user's page, and before every change of a user",
    query: z.object({ user_id: idIn }),
    answer: z.object({ user: entUsr }),
    absentCode: 'NOT_FOUND',
    failures: {
      NOT_FOUND: 'the id is unknown or of another organisation',
    },
  }),
  bulkUserUpload: defineCall({
    name: 'bulkUserUpload',
    item: 'REST-23',
    method: 'POST',
    path: '/consoles/bulk_user_upload',
    kind: 'upload',
    access: 'user',
    description: 'Creates the users of a CSV file, all or none.',
    when: 'a users file is uploaded',
    body: z.object({ org_id: idIn }),
    answer: z.object({ users: z.array(entUsr) }),
    files: ['file'],
    failures: {
      INVALID: '`errors` by row, such as `row 3`: `email is taken`',
      USER_LIMIT_REACHED: 'the file has more users than there are free seats',
      FILE_REFUSED: 'the file is not a CSV file',
    },
  }),
  conDeptResponders: defineCall({
    name: 'conDeptResponders',
    item: 'REST-26',
    method: 'GET',
    path: '/continuers/con_dept_responders',
    kind: 'read',
    access: 'user',
    description: 'The responders of continuity.',
    when: "a user's page, and before a user is deactivated",
    query: ofOrg,
    answer: deptResponders,
  }),
  incDeptResponders: defineCall({
    name: 'incDeptResponders',
    item: 'REST-27',
    method: 'GET',
    path: '/incidents/inc_dept_responders',
    kind: 'read',
    access: 'user',
    description: 'The responders of incidents.',
    when: "a user's page, and before a user is deactivated",
    query: ofOrg,
    answer: deptResponders,
  }),
  taskDeptResponders: defineCall({
    name: 'taskDeptResponders',
    item: 'REST-28',
    method: 'GET',
    path: '/task_blueprint/task_dept_responders',
    kind: 'read',
    access: 'user',
    description: 'The responders of tasks.',
    when: "a user's page, and before a user is deactivated",
    query: ofOrg,
    answer: deptResponders,
  }),
};
