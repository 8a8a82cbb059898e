import type { Size } from './data.ts';
import { firstPages, operationNamed } from './operations.ts';

interface ListOperation {
  what: string;
  operation: object;
}

/** The page of an organisation's users: active, inactive and external ones. */
function users(id: number, more: object = {}) {
  return operationNamed('OrganisationUsersPage', { id: String(id), ...firstPages, ...more });
}

const organisations = (more: object = {}) => operationNamed('OrganisationListPage', { ...firstPages, ...more });

const mappings = (id: number, more: object = {}) =>
  operationNamed('ExternalMappingPage', { id: String(id), own: false, ...firstPages, ...more });

const assessments = (id: number, more: object = {}) =>
  operationNamed('AssessmentsPage', { id: String(id), first: 25, ...more });

const usersOf = (id: number, active: number, where: string): ListOperation[] => {
  const of = (what: string, more?: object) => ({ what: `${what} in ${where}`, operation: users(id, more) });
  const byName = { field: 'NAME', direction: 'ASC' };
  const late = Math.max(0, active - 25);
  return [
    of('users'),
    of('users (last page)', { activeOffset: late }),
    of('users sorted by name', { activeOrder: byName, inactiveOrder: byName }),
    of('users found by a name', { search: 'élodie n' }),
    of('users found by an email', { search: `person${Math.min(active, 77)}@` }),
    of('users with a role and a department', {
      activeFilter: { status: 'ACTIVE', roleIds: ['4'], departments: ['Department 3'] },
    }),
    {
      what: `people to choose from in ${where}`,
      operation: operationNamed('useActiveUserSearch_Users', { id: String(id), search: 'person12' }),
    },
  ];
};

export const organisationOf = (count: number) => `an organisation of ${count.toLocaleString('en')} users`;

/** Each list, search and detail of the console, in the largest and in a usual organisation. */
export function listOperations({ first, others, organisations: count }: Size): ListOperation[] {
  const [large, usual] = [organisationOf(first), organisationOf(others)];
  const usualId = Math.min(count, 3);
  const ordered = (field: string) => ({ activeOrder: { field, direction: 'DESC' } });
  return [
    ...usersOf(usualId, others, usual),
    ...usersOf(1, first, large),
    { what: 'a user', operation: operationNamed('UserPage', { id: '77' }) },
    { what: 'organisations', operation: organisations() },
    {
      what: 'organisations (last page)',
      operation: organisations({ activeOffset: Math.max(0, Math.floor(count * 0.9) - 25) }),
    },
    { what: 'organisations sorted by name', operation: organisations(ordered('BRAND_NAME')) },
    { what: 'organisations sorted by assessors', operation: organisations(ordered('ASSESSORS')) },
    { what: 'organisations sorted by assessments', operation: organisations(ordered('ASSESSMENTS')) },
    { what: 'organisations found by a name', operation: organisations({ search: 'NOVÁK industries 12' }) },
    {
      what: usual,
      operation: operationNamed('OrganisationPage', { id: String(usualId), own: false }),
    },
    {
      what: large,
      operation: operationNamed('OrganisationPage', { id: '1', own: false }),
    },
    { what: `mappings in ${usual}`, operation: mappings(usualId) },
    { what: `mappings in ${large}`, operation: mappings(1) },
    { what: 'mappings found by a name', operation: mappings(1, { search: 'novák' }) },
    { what: `assessments in ${usual}`, operation: assessments(usualId) },
    { what: `assessments in ${large}`, operation: assessments(1) },
    { what: 'assessments found by a title', operation: assessments(1, { search: 'assessment 12' }) },
    { what: 'an assessment', operation: operationNamed('AssessmentPeek', { id: '77' }) },
  ];
}
