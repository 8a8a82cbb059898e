import { seniorPosts } from '@console/contract/rules';

/** A role as the gateway answers it. */
export const role = (id: string, key: string, name: string, level: number) => ({
  __typename: 'Role',
  id,
  key,
  name,
  level,
  canLeadDepartment: key === 'AUDITEE',
  proposedForOrganiser: key === 'ORGANISER',
  proposedForDesignations: seniorPosts.filter((post) => post.role === key).map((post) => post.id),
});
