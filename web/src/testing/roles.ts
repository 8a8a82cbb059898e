import type { RoleKey } from '@console/contract/access';
import { reachesAllOrganisations, roleSummary } from '@console/contract/role-summary';
import { seniorPosts } from '@console/contract/rules';

/** A role as the gateway answers it. */
export const role = (id: string, key: RoleKey, name: string, level: number) => ({
  __typename: 'Role',
  id,
  key,
  name,
  level,
  canLeadDepartment: key === 'AUDITEE',
  proposedForOrganiser: key === 'ORGANISER',
  summary: roleSummary({ role: key }),
  reachesAllOrganisations: reachesAllOrganisations({ role: key }),
  proposedForDesignations: seniorPosts.filter((post) => post.role === key).map((post) => post.id),
});
