import { seniorPosts } from '@console/contract/rules';

const summaries: Record<string, string> = {
  ORGANISER: 'Own organisation: manages users, mappings, SSO and API keys',
  AUDITEE: 'Own organisation: view only',
};

/** A role as the gateway returns it. */
export const role = (id: string, key: string, name: string, level: number) => ({
  __typename: 'Role',
  id,
  key,
  name,
  level,
  canLeadDepartment: key === 'AUDITEE',
  proposedForOrganiser: key === 'ORGANISER',
  summary: summaries[key] ?? '',
  reachesAllOrganisations: level <= 2,
  proposedForDesignations: seniorPosts.filter((post) => post.role === key).map((post) => post.id),
});
