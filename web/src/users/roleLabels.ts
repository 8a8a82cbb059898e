import type { RoleKey } from '../gql/graphql.ts';

/** The roles as the console names them. */
export const roleLabels: Readonly<Record<RoleKey, string>> = {
  ADMINISTRATOR: 'Administrator',
  ARCHITECT: 'Architect',
  ORGANISER: 'Organiser',
  ASSESSOR: 'Assessor',
  AUDITEE: 'Auditee',
};
