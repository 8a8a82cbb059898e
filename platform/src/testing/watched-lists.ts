import { assessmentsCalls } from '@console/contract/calls/assessments';
import { extensionCalls } from '@console/contract/calls/extensions';
import { externalUsersCalls } from '@console/contract/calls/external-users';
import { mappingsCalls } from '@console/contract/calls/mappings';
import { organisationsCalls } from '@console/contract/calls/organisations';
import { usersCalls } from '@console/contract/calls/users';
import type { TestPlatform } from './platform.ts';

/** The call that reads a list. */
export type WatchedList = [what: `${'GET' | 'POST'} ${string}`, body?: object];

/** All versioned lists of organisations A and B, read by users of A. */
export function watchedLists({ orgs: { A, B } }: Pick<TestPlatform, 'orgs'>) {
  const of = ({ method, path }: { method: 'GET' | 'POST'; path: string }, query = '') =>
    `${method} ${path}${query}` as const;
  return {
    activeA: [of(usersCalls.activeUserList, `?org_id=${A}&include_current_user=true&limit=25`)],
    inactiveA: [of(usersCalls.inactiveUserList, `?org_id=${A}`)],
    activeB: [of(usersCalls.activeUserList, `?org_id=${B}&responder=true`)],
    inactiveB: [of(usersCalls.inactiveUserList, `?org_id=${B}&search=fixture`)],
    externalA: [of(externalUsersCalls.accepctedPendingUserList)],
    externalB: [of(externalUsersCalls.extOrgAccepctedPendingUserList, `?ext_org_id=${B}`)],
    usersA: [of(extensionCalls.userLists, `?org_id=${A}&external=true`)],
    externalPageA: [of(extensionCalls.userLists, `?org_id=${A}&external=true&external_limit=9&external_search=m`)],
    acceptedA: [of(mappingsCalls.accepctedOrgList)],
    pendingA: [of(mappingsCalls.pendingOrgList)],
    mappingsB: [of(mappingsCalls.specificPenAccOrgList, `?org_id=${B}`)],
    allUsers: [of(extensionCalls.allUsers)],
    allOrganisations: [of(extensionCalls.allOrgs)],
    organisations: [of(organisationsCalls.orgList)],
    assessmentsA: [of(assessmentsCalls.specificOrgDetails), { org_id: A }],
  } satisfies Record<string, WatchedList>;
}

/** Reads a list unless its version is the tag's. */
export const readList = (
  { call }: Pick<TestPlatform, 'call'>,
  [what, body]: WatchedList,
  key: string,
  known?: string | undefined,
): ReturnType<TestPlatform['call']> => call(what, { key, body, headers: known ? { 'if-none-match': known } : {} });
