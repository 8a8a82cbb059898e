import type { entOrg, entUsr } from '../../contract/src/shapes.ts';
import type { Rest } from './rest.ts';

type UserBody = (typeof entUsr)['_output'];
type OrganisationBody = (typeof entOrg)['_output'];

/** The context of a request. */
export interface PeerContext {
  rest: Rest;
  key: string;
}

/** The key of an Authorization header. */
export const bearerIn = (header: string | undefined | null): string => header?.replace(/^bearer /i, '') ?? '';

/** The measured part of schema.graphql. */
export const typeDefs = `
  scalar DateTime
  enum UserStatus { ACTIVE INACTIVE }
  enum OrganisationState { ACTIVE DISABLED }
  input UserFilter { status: UserStatus }
  type Query {
    viewer: Viewer
    organisation(id: ID!): Organisation
    organisations(state: OrganisationState! = ACTIVE, first: Int! = 25, offset: Int): OrganisationConnection
  }
  type Viewer { user: User! organisation: Organisation }
  type Role { id: ID! key: String! name: String! }
  type User {
    id: ID! firstName: String lastName: String fullName: String! email: String! countryCode: String mobile: String
    designation: String role: Role deptLead: Boolean! supervisorEmail: String department: String status: UserStatus!
    organisationId: ID createdAt: DateTime updatedAt: DateTime
  }
  type Facility { pin: String country: String state: String city: String registeredAddress: String }
  type OrganisationCounts { assessments: Int! models: Int! assessors: Int! auditees: Int! }
  type Organisation {
    id: ID! guid: String brandName: String! legalName: String industry: String website: String facility: Facility
    userLimit: Int userLimitText: String! state: OrganisationState! createdAt: DateTime updatedAt: DateTime
    counts: OrganisationCounts
    users(filter: UserFilter, first: Int! = 25, offset: Int): UserConnection
  }
  type PageInfo { hasNextPage: Boolean! endCursor: String startIndex: Int! }
  type UserConnection { nodes: [User!]! pageInfo: PageInfo! totalCount: Int! }
  type OrganisationConnection { nodes: [Organisation!]! pageInfo: PageInfo! totalCount: Int! }
`;

interface Window {
  first: number;
  offset?: number | null;
}

/** The list is already in the requested order, so a page is a slice. */
function page<T>(rows: readonly T[], { first, offset }: Window) {
  const start = Math.min(offset ?? 0, rows.length);
  const nodes = rows.slice(start, start + first);
  const end = start + nodes.length;
  return {
    nodes,
    totalCount: rows.length,
    pageInfo: {
      hasNextPage: end < rows.length,
      endCursor: nodes.length > 0 ? Buffer.from(String(end)).toString('base64url') : null,
      startIndex: start,
    },
  };
}

const detail = async (id: string, { rest, key }: PeerContext) =>
  ((await rest.get(`/consoles/org_detail?org_id=${id}`, key)) as { org: OrganisationBody }).org;

/** The simplest implementation. */
export const resolvers = {
  Query: {
    async viewer(_root: unknown, _args: unknown, { rest, key }: PeerContext) {
      const body = { task: { api_key: key } };
      return (await rest.post('/tasks/api_user_detail', body, key)) as { user: UserBody };
    },
    organisation: (_root: unknown, { id }: { id: string }, context: PeerContext) => detail(id, context),
    async organisations(_root: unknown, args: Window & { state: string }, { rest, key }: PeerContext) {
      const lists = (await rest.get('/consoles/org_list', key)) as Record<string, OrganisationBody[]>;
      return page(lists[args.state === 'ACTIVE' ? 'active_orgs' : 'disable_orgs'] ?? [], args);
    },
  },
  Viewer: {
    organisation: ({ user }: { user: UserBody }, _args: unknown, context: PeerContext) =>
      detail(String(user.ent_org_id), context),
  },
  Organisation: {
    brandName: ({ brandname }: OrganisationBody) => brandname,
    legalName: ({ legalname }: OrganisationBody) => legalname,
    userLimit: ({ user_limit }: OrganisationBody) => (user_limit < 0 ? null : user_limit),
    userLimitText: ({ user_limit_text }: OrganisationBody) => user_limit_text,
    state: ({ is_disabled }: OrganisationBody) => (is_disabled ? 'DISABLED' : 'ACTIVE'),
    createdAt: ({ created_at }: OrganisationBody) => created_at,
    updatedAt: ({ updated_at }: OrganisationBody) => updated_at,
    counts: (body: OrganisationBody) => ({
      assessments: body.total_asmts_count,
      models: body.models_count,
      assessors: body.auditors_count,
      auditees: body.auditees_count,
    }),
    async users({ id }: OrganisationBody, args: Window, { rest, key }: PeerContext) {
      const path = `/consoles/active_user_list?org_id=${id}&include_current_user=true`;
      return page(((await rest.get(path, key)) as { active_users: UserBody[] }).active_users, args);
    },
  },
  Facility: {
    registeredAddress: ({ registered_address }: { registered_address: string | null }) => registered_address,
  },
  User: {
    firstName: ({ firstname }: UserBody) => firstname,
    lastName: ({ lastname }: UserBody) => lastname,
    fullName: ({ firstname, lastname, email }: UserBody) => [firstname, lastname].filter(Boolean).join(' ') || email,
    countryCode: ({ country_code }: UserBody) => country_code,
    role: ({ role }: UserBody) => role && { id: role.id, key: role.idStr, name: role.name },
    deptLead: ({ dept_lead }: UserBody) => dept_lead,
    supervisorEmail: ({ supervisor }: UserBody) => supervisor,
    department: ({ department_name }: UserBody) => department_name,
    status: ({ is_disabled }: UserBody) => (is_disabled ? 'INACTIVE' : 'ACTIVE'),
    organisationId: ({ ent_org_id }: UserBody) => ent_org_id,
    createdAt: ({ created_at }: UserBody) => created_at,
    updatedAt: ({ updated_at }: UserBody) => updated_at,
  },
};
