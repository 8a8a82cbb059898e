import type { Call } from '../call.ts';
import { accountCalls } from './account.ts';
import { assessmentsCalls } from './assessments.ts';
import { configCalls } from './config.ts';
import { externalUsersCalls } from './external-users.ts';
import { lookupsCalls } from './lookups.ts';
import { mappingsCalls } from './mappings.ts';
import { organisationsCalls } from './organisations.ts';
import { sessionCalls } from './session.ts';
import { ssoCalls } from './sso.ts';
import { usersCalls } from './users.ts';

export const callsByArea = {
  session: sessionCalls,
  account: accountCalls,
  users: usersCalls,
  'external-users': externalUsersCalls,
  mappings: mappingsCalls,
  organisations: organisationsCalls,
  sso: ssoCalls,
  config: configCalls,
  assessments: assessmentsCalls,
  lookups: lookupsCalls,
} satisfies Record<string, Record<string, Call>>;

/** Every REST call of SPEC.md section 7, REST-1 to REST-57. */
export const calls = {
  ...sessionCalls,
  ...accountCalls,
  ...usersCalls,
  ...externalUsersCalls,
  ...mappingsCalls,
  ...organisationsCalls,
  ...ssoCalls,
  ...configCalls,
  ...assessmentsCalls,
  ...lookupsCalls,
} satisfies Record<string, Call>;
