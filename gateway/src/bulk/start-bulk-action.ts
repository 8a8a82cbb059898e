import { type BulkAction, bulkActionCalls } from '@console/contract/calls/bulk-actions';
import { lists } from '@console/contract/lists';
import { texts } from '@console/contract/rules';
import type { GraphQLOutputType } from 'graphql';
import type { Context } from '../core/context.ts';
import { confirmOwnPassword, requirePasswordToActivate } from '../core/reauthentication.ts';
import type { BulkInvitationsInput, BulkUsersInput, StartBulkActionInput } from '../generated/resolvers-types.ts';
import { checkedMatch, matchQuery, platformIdOrZero } from '../product-api/list-query.ts';
import { requireKey } from '../product-api/reads.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { requireCall } from '../specified/extension-calls.ts';
import { readAsType } from '../specified/read-as-type.ts';
import { allowFactorFilter } from '../specified/second-factors.ts';
import { requireKnownRoles } from '../specified/user-filter.ts';
import { jobOf } from './job.ts';

const inputNames = {
  act: 'action',
  role_id: 'roleId',
  department_name: 'departmentName',
  'users.org_id': 'users.organisationId',
  'invitations.org_id': 'invitations.organisationId',
};

const call = bulkActionCalls.startBulkAction;

/** REST-7 if the action needs the password, then the job. The product API checks each row. */
export async function startBulkAction(
  context: Context,
  input: StartBulkActionInput,
  type: GraphQLOutputType,
): Promise<never> {
  const { ids, users, invitations, count, roleId, departmentName, currentPassword } = input;
  const act = input.action.toLowerCase() as BulkAction;
  requireKey(context.api);
  await requireCall(context, call, 'The connected product API has no bulk actions.');
  await allowFactorFilter(context, users?.filter, String(users?.organisationId ?? ''));
  await requireKnownRoles(context, users?.filter);
  const { invalidCredentials } = texts.users;
  const body = {
    act,
    ...(ids && { ids: ids.map((id) => platformIdOrZero(String(id))) }),
    ...(users && { users: usersFilter(users) }),
    ...(invitations && { invitations: invitationsFilter(invitations) }),
    ...(count != null && { count }),
    ...(roleId != null && { role_id: platformIdOrZero(String(roleId)) }),
    ...(departmentName != null && { department_name: departmentName }),
  };
  if (act === 'deactivate') await confirmOwnPassword(context, currentPassword);
  if (act === 'activate') await (await requirePasswordToActivate(context, currentPassword, invalidCredentials))();
  const answer = await rethrowWithInputNames(inputNames, context.api.call(call, { body }));
  const payload = { job: jobOf(answer.job) };
  return readAsType(type, payload, { call, field: 'startBulkAction', log: context.log }) as never;
}

const usersFilter = ({ organisationId, search = null, filter }: BulkUsersInput) =>
  matchQuery(lists.all_users, checkedMatch(lists.all_users, { search }, { ...filter, organisationId }));

const invitationsFilter = ({ organisationId, search = null, filter }: BulkInvitationsInput) => ({
  org_id: platformIdOrZero(String(organisationId)),
  ...matchQuery(lists.invitations, checkedMatch(lists.invitations, { search }, filter, 'invitations.filter')),
});
