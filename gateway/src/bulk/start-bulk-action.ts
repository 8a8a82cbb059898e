import { type BulkAction, bulkActionCalls } from '@console/contract/calls/bulk-actions';
import { invitationKinds, invitationStates } from '@console/contract/calls/invitations';
import { texts } from '@console/contract/rules';
import type { GraphQLOutputType } from 'graphql';
import type { Context } from '../core/context.ts';
import { confirmOwnPassword, requirePasswordToActivate } from '../core/reauthentication.ts';
import type { BulkInvitationsInput, BulkUsersInput, StartBulkActionInput } from '../generated/resolvers-types.ts';
import { filterValues, searchOf } from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { requireCall } from '../specified/extension-calls.ts';
import { readAsType } from '../specified/read-as-type.ts';
import { allowFactorFilter } from '../specified/second-factors.ts';
import { checkedUserFilter, requireKnownRoles } from '../specified/user-filter.ts';
import { platformIdOrZero, stateQuery, userFilterQuery } from '../specified/user-list-query.ts';
import { jobOf } from './job.ts';

const inputNames = {
  act: 'action',
  role_id: 'roleId',
  department_name: 'departmentName',
  'users.org_id': 'users.organisationId',
  'invitations.org_id': 'invitations.organisationId',
};

const call = bulkActionCalls.startBulkAction;

/** REST-7 where the act needs the password, then the job. The product API checks each row. */
export async function startBulkAction(
  context: Context,
  input: StartBulkActionInput,
  type: GraphQLOutputType,
): Promise<never> {
  const { ids, users, invitations, count, roleId, departmentName, currentPassword } = input;
  const act = input.action.toLowerCase() as BulkAction;
  requireKey(context.api);
  await requireCall(context, call, 'The product API has no bulk actions');
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

function usersFilter({ organisationId, search, filter }: BulkUsersInput) {
  return {
    ...(organisationId != null && { org_id: platformIdOrZero(String(organisationId)) }),
    state: stateQuery(filter?.status ?? undefined),
    ...userFilterQuery(checkedUserFilter({ search: search ?? null }, filter)),
  };
}

function invitationsFilter({ organisationId, search, filter }: BulkInvitationsInput) {
  const states: readonly string[] | undefined = filterValues('invitations.filter.states', filter?.states);
  const kinds: readonly string[] | undefined = filterValues('invitations.filter.kinds', filter?.kinds);
  return {
    org_id: platformIdOrZero(String(organisationId)),
    search: searchOf({ search: search ?? null }),
    state: states && invitationStates.filter((state) => states.includes(state.toUpperCase())),
    kind: kinds && invitationKinds.filter((kind) => kinds.includes(kind.toUpperCase())),
  };
}
