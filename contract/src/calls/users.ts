import { z } from 'zod';
import { defineCall } from '../call.ts';
import { entUsr, entUsrInput, id, idIn, orgRef, spellings, userSpelling, usersCounts, usersPage } from '../shapes.ts';

const invitation = z.object({
  email: z.string(),
  modules: z.array(z.string()).optional(),
  invite_type: z.enum(['organisation', 'user']).optional().describe('extension: what is invited'),
});
/** The little of a user that somebody who invites them may know. */
const knownUser = z.object({ id, is_disabled: z.boolean() }).register(spellings, userSpelling);
const deptResponders = z.object({ dept_responders: z.array(z.object({ ent_usr_id: id })) });
/** Without it, those of every organisation that the caller may see (CHECKLIST OPEN-69). */
const ofOrg = z.object({ org_id: idIn.optional().describe('extension') });

/** The users of an organisation, invitations and responders. */
export const usersCalls = {
  /**
   * Invites into the caller's organisation, by default an organisation (`invite_type`, CHECKLIST OPEN-29): a known one is asked for a mapping with the
   * caller's as customer, an unknown email gets a stub user and a mail with the onboarding link. 409 CONFLICT when the pair has a living mapping, 422 for
   * an email of the own organisation.
   */
  inviteUser: defineCall({
    name: 'inviteUser',
    item: 'REST-14',
    method: 'POST',
    path: '/consoles/invite_user',
    kind: 'write',
    access: 'user',
    body: z.object({ user: invitation }),
    answer: z.object({}),
  }),
  /**
   * Invites into the organisation `ext_org_id`, by default an external user (`invite_type`): somebody known is asked for, an unknown email gets a stub
   * user; the organisation's Organisers and higher get a mail with the mapping link. 409 CONFLICT when it was done already, 422 for an email of that
   * organisation.
   */
  externalOrgInviteUser: defineCall({
    name: 'externalOrgInviteUser',
    item: 'REST-15',
    method: 'POST',
    path: '/consoles/external_org_invite_user',
    kind: 'write',
    access: 'user',
    body: z.object({ user: invitation, ext_org_id: idIn }),
    answer: z.object({}),
  }),
  /** The organisation and user that an email belongs to. */
  checkIfOrgUsrExists: defineCall({
    name: 'checkIfOrgUsrExists',
    item: 'REST-16',
    method: 'POST',
    path: '/consoles/check_if_org_usr_exists',
    kind: 'read',
    access: 'user',
    body: z.object({ user: z.object({ email: z.string() }) }),
    answer: z.object({
      org: orgRef.nullable(),
      user: knownUser.nullable(),
    }),
    dataKeys: ['success'],
  }),
  /** The active users of an organisation, newest first by created_at. */
  activeUserList: defineCall({
    name: 'activeUserList',
    item: 'REST-17',
    method: 'GET',
    path: '/consoles/active_user_list',
    kind: 'read',
    access: 'user',
    query: z.object({ org_id: idIn, include_current_user: z.enum(['true', 'false']).optional(), ...usersPage }),
    answer: z.object({ active_users: z.array(entUsr), ...usersCounts }),
  }),
  /** The inactive users of an organisation, newest first by updated_at. */
  inactiveUserList: defineCall({
    name: 'inactiveUserList',
    item: 'REST-18',
    method: 'GET',
    path: '/consoles/inactive_user_list',
    kind: 'read',
    access: 'user',
    query: z.object({ org_id: idIn, ...usersPage }),
    answer: z.object({ inactive_users: z.array(entUsr), ...usersCounts }),
  }),
  /**
   * Turns an active user inactive and the other way round. Deactivating takes the password proof of REST-7. 422 WRONG_PASSWORD without a good proof,
   * RESPONDER_ACTIVE for a responder, USER_LIMIT_REACHED when the organisation is full; 403 for oneself and for a higher role.
   */
  activateDeactivateUser: defineCall({
    name: 'activateDeactivateUser',
    item: 'REST-19',
    method: 'POST',
    path: '/consoles/activate_deactivate_user',
    kind: 'write',
    access: 'user',
    body: z.object({ userId: idIn, is_disabled: z.boolean().optional().describe('extension: the wanted state') }),
    answer: z.object({ user: entUsr }),
  }),
  /**
   * Creates a user in `ent_org_id`, the caller's own when left out, and mails them a link to set their password. 422 with `errors` by field, or
   * USER_LIMIT_REACHED; 403 for a role above the caller's.
   */
  createOrgUser: defineCall({
    name: 'createOrgUser',
    item: 'REST-20',
    method: 'POST',
    path: '/consoles/create_org_user',
    kind: 'write',
    access: 'user',
    body: z.object({ ent_usr: entUsrInput }),
    answer: z.object({ user: entUsr }),
  }),
  /** Changes a user; 409 when `expected_updated_at` has passed, 403 for a higher role than the caller's. Of their own record, people cannot change email, role, department lead, organisation or state: those keys are ignored. */
  updateOrgUser: defineCall({
    name: 'updateOrgUser',
    item: 'REST-21',
    method: 'POST',
    path: '/consoles/update_org_user',
    kind: 'write',
    access: 'user',
    body: z.object({ ent_usr: entUsrInput }),
    answer: z.object({ user: entUsr }),
  }),
  /** One user. */
  getUserDetailById: defineCall({
    name: 'getUserDetailById',
    item: 'REST-22',
    method: 'GET',
    path: '/consoles/get_user_detail_by_id',
    kind: 'read',
    access: 'user',
    query: z.object({ user_id: idIn }),
    answer: z.object({ user: entUsr }),
    absentCode: 'NOT_FOUND',
  }),
  /**
   * Creates the users of a CSV file (multipart field `file`), all or none. 422 with `errors` by row (`row 3`: `email is taken`), USER_LIMIT_REACHED when
   * the whole file does not fit, or FILE_REFUSED.
   */
  bulkUserUpload: defineCall({
    name: 'bulkUserUpload',
    item: 'REST-23',
    method: 'POST',
    path: '/consoles/bulk_user_upload',
    kind: 'upload',
    access: 'user',
    body: z.object({ org_id: idIn }),
    answer: z.object({ users: z.array(entUsr) }),
  }),
  /** Who answers for continuity. */
  conDeptResponders: defineCall({
    name: 'conDeptResponders',
    item: 'REST-26',
    method: 'GET',
    path: '/continuers/con_dept_responders',
    kind: 'read',
    access: 'user',
    query: ofOrg,
    answer: deptResponders,
  }),
  /** Who answers for incidents. */
  incDeptResponders: defineCall({
    name: 'incDeptResponders',
    item: 'REST-27',
    method: 'GET',
    path: '/incidents/inc_dept_responders',
    kind: 'read',
    access: 'user',
    query: ofOrg,
    answer: deptResponders,
  }),
  /** Who answers for tasks (Arc). */
  taskDeptResponders: defineCall({
    name: 'taskDeptResponders',
    item: 'REST-28',
    method: 'GET',
    path: '/task_blueprint/task_dept_responders',
    kind: 'read',
    access: 'user',
    query: ofOrg,
    answer: deptResponders,
  }),
};
