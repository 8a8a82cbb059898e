import { z } from 'zod';
import { defineCall } from '../call.ts';
import { entOrg, entOrgWithConfig, entUsr, entUsrInput, idIn, orgForm, orgsPage } from '../shapes.ts';

const byOrg = z.object({ org_id: idIn });

/** Organisations, their organisers and senior management. */
export const organisationsCalls = {
  /** All organisations: the active ones newest first by created_at, the disabled ones by updated_at. */
  orgList: defineCall({
    name: 'orgList',
    item: 'REST-37',
    method: 'GET',
    path: '/consoles/org_list',
    kind: 'read',
    access: 'user',
    query: z.object(orgsPage),
    answer: z.object({
      active_orgs: z.array(entOrg),
      disable_orgs: z.array(entOrg),
      active_count: z.int().optional().describe('extension: how many active ones match'),
      disable_count: z.int().optional().describe('extension: how many disabled ones match'),
    }),
  }),
  /** One organisation with its counts and configuration; 404 when it is unknown or not the caller's to see. */
  orgDetail: defineCall({
    name: 'orgDetail',
    item: 'REST-38',
    method: 'GET',
    path: '/consoles/org_detail',
    kind: 'read',
    access: 'user',
    query: byOrg,
    answer: z.object({ org: entOrgWithConfig }),
    absentCode: 'NOT_FOUND',
  }),
  /**
   * Creates an organisation (multipart fields, and files `logo` and `icon`). With an `Idempotency-Key` header (extension) the same again answers the
   * same organisation. 422 with `errors` by field, or FILE_REFUSED.
   */
  createOrg: defineCall({
    name: 'createOrg',
    item: 'REST-39',
    method: 'POST',
    path: '/consoles',
    kind: 'upload',
    access: 'user',
    body: orgForm.extend({ user_limit: z.string().optional() }),
    answer: z.object({ org: entOrg }),
  }),
  /**
   * Changes an organisation (multipart as REST-39; files that are left out are kept); with an onboarding token, or for a user without organisation,
   * creates it. 422 TOKEN_INVALID, FILE_REFUSED or `errors` by field; 409 when `expected_updated_at` has passed.
   */
  createOrUpdareOrg: defineCall({
    name: 'createOrUpdareOrg',
    item: 'REST-40',
    method: 'POST',
    path: '/consoles/create_or_updare_org',
    kind: 'upload',
    access: 'public',
    body: orgForm.extend({ id: idIn.optional(), reset_password_token: z.string().optional() }),
    answer: z.object({ org: entOrg }),
  }),
  /** Creates the organiser of the organisation `ent_org_id`; with an onboarding token the invited stub becomes it, the token is used up, and a link is mailed. */
  createOrganiser: defineCall({
    name: 'createOrganiser',
    item: 'REST-41',
    method: 'POST',
    path: '/consoles/create_organiser',
    kind: 'write',
    access: 'public',
    body: z.object({ ent_usr: entUsrInput, reset_password_token: z.string().optional().describe('extension') }),
    answer: z.object({ user: entUsr }),
  }),
  /** The organiser of an organisation. */
  getOrganiser: defineCall({
    name: 'getOrganiser',
    item: 'REST-42',
    method: 'POST',
    path: '/consoles/get_organiser',
    kind: 'read',
    access: 'user',
    body: byOrg,
    answer: z.object({ organiser: entUsr.nullable() }),
  }),
  /** Who may become the organiser. */
  orgOrganiserList: defineCall({
    name: 'orgOrganiserList',
    item: 'REST-43',
    method: 'GET',
    path: '/consoles/org_organiser_list',
    kind: 'read',
    access: 'user',
    query: byOrg,
    answer: z.object({ organiser_list: z.array(entUsr) }),
  }),
  /** Makes an active user of the organisation its organiser; 422 for anybody else. */
  updateOrganiser: defineCall({
    name: 'updateOrganiser',
    item: 'REST-44',
    method: 'POST',
    path: '/consoles/update_organiser',
    kind: 'write',
    access: 'user',
    body: z.object({ org_id: idIn, organizer_id: idIn }),
    answer: z.object({ org: entOrg }),
  }),
  /** Disables an active organisation and enables a disabled one. A GET that writes: never repeated, kept or sent ahead. */
  enableDisableOrg: defineCall({
    name: 'enableDisableOrg',
    item: 'REST-45',
    method: 'GET',
    path: '/consoles/enable_disable_org',
    kind: 'write',
    access: 'user',
    query: byOrg.extend({ is_disabled: z.enum(['true', 'false']).optional().describe('extension: the wanted state') }),
    answer: z.object({ org: entOrg }),
  }),
};
