import { type Action, decide } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { texts } from '@console/contract/rules';
import type { Context } from '../core/context.ts';
import { givenRole } from '../core/role-by-id.ts';
import { givenIn, ownFields, refuseFaultyUser, userNames } from '../core/user-form.ts';
import { refuseWithoutSeat } from '../core/user-limit.ts';
import type { CreateUserInput } from '../generated/resolvers-types.ts';
import { incomplete } from '../product-api/errors.ts';
import { isNoId, organisationFor, readCaller, refuse } from '../product-api/reads.ts';
import { withCodes, withInputNames } from '../product-api/refusals.ts';
import { idOut, textOf, type UserBody } from '../product-api/shape.ts';
import { UserLists } from './user-lists.ts';
import { type ActedUser, asAnswered } from './user-result.ts';

const action: Action = 'users:create';
const fields = [...ownFields, 'email', 'role', 'dept_lead'] as const;
const longestSearch = 200;

/** REST-20. Checks the permission, then the organisation, then the input. */
export async function createUser(context: Context, input: CreateUserInput): Promise<ActedUser> {
  const { api } = context;
  const caller = await readCaller(api);
  const organisationId = input.organisationId == null ? caller.organisationId : String(input.organisationId);
  refuse(decide(caller, action, organisationId ?? ''));
  const form = { ...givenIn(input), email: input.email.trim(), dept_lead: input.deptLead ?? false };
  const homeless = organisationId === null ? { path: 'organisationId', message: texts.field.required } : null;
  const role = await givenRole(context, input.roleId);
  refuseFaultyUser({ ...form, role }, { fields, own: caller.role }, [homeless]);
  const ofOrganisation = organisationId ?? '';
  await refuseWithoutSeat(context, ofOrganisation, await organisationFor(api, ofOrganisation, action));

  const ent_usr = { ...form, role_id: idOut(String(input.roleId)), ent_org_id: idOut(ofOrganisation) };
  const sent = api.call(calls.createOrgUser, { body: { ent_usr } }).catch((thrown) => {
    if (isNoId(thrown, ofOrganisation)) refuse('notFound');
    throw thrown;
  });
  const { user } = await withInputNames(userNames, withCodes(sent));
  const find = () => findByEmail(context, ofOrganisation, form.email);
  return asAnswered(api, user, { organisationId, find });
}

/** REST-17: a new user whom the response omitted. */
async function findByEmail(context: Context, organisationId: string, email: string): Promise<UserBody> {
  const page = await UserLists.of(context).page(organisationId, 'ACTIVE', {
    window: { offset: 0, limit: 100 },
    search: Array.from(email).slice(0, longestSearch).join(''),
    order: undefined,
    roleIds: undefined,
    departments: undefined,
    responder: undefined,
  });
  const user = page.rows.find((row) => textOf(row.email)?.toLowerCase() === email.toLowerCase());
  if (user) return user;
  throw incomplete(context.log, calls.createOrgUser, 'user');
}
