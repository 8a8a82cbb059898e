import { graphqlRequest, type LoadRequest } from './load.ts';
import type { DirectCall, DirectPlan } from './peers/direct-plan.ts';
import { type ServerName, serverNames } from './servers.ts';
import { keyOf, type StubOrganisation, stubOrganisations } from './upstream/organisations.ts';

/** A synthetic question, which no page of the console asks, to several servers. */
export interface Scenario {
  name: string;
  what: string;
  servers: readonly ServerName[];
  clients: number;
  key: string;
  /** The GraphQL request. */
  operation: { query: string; variables?: object };
  /** The REST calls that the answer needs. */
  direct: DirectPlan;
}

const viewerDocument = 'query Viewer { viewer { user { id fullName email role { key name } organisationId } } }';

const detailDocument = `query Detail($id: ID!) {
  organisation(id: $id) {
    id guid brandName legalName industry website userLimit userLimitText state createdAt updatedAt
    facility { pin country state city registeredAddress } counts { assessments models assessors auditees }
  }
}`;

/** The organisation and its users, as a page of the console requests them. */
export const usersDocument = `query Users($first: Int!, $offset: Int) {
  viewer {
    user { id fullName }
    organisation {
      id brandName userLimit
      users(filter: { status: ACTIVE }, first: $first, offset: $offset) {
        nodes {
          id firstName lastName fullName email countryCode mobile designation role { id key name } deptLead
          supervisorEmail department status createdAt updatedAt
        }
        pageInfo { hasNextPage endCursor startIndex }
        totalCount
      }
    }
  }
}`;

const pages = Array.from({ length: 10 }, (_, page) => page * 100);

/** All rows of a list of 1,000 in one operation, in pages of 100, the largest allowed. */
const wholeListDocument = `query WholeList {
  viewer {
    user { id fullName }
    organisation {
      id
      ${pages.map((offset) => `from${offset}: users(filter: { status: ACTIVE }, first: 100, offset: ${offset}) { ...scenarios_users }`).join('\n      ')}
    }
  }
}
fragment scenarios_users on UserConnection {
  nodes { id firstName lastName email designation department role { name } status }
  totalCount
}`;

const organisationsDocument = `query Organisations {
  organisations(first: 25) {
    nodes { id brandName industry userLimit state createdAt counts { assessments models assessors auditees } }
    pageInfo { hasNextPage endCursor startIndex }
    totalCount
  }
}`;

const everyServer: readonly ServerName[] = serverNames;
const usual = 32;
const twenty = keyOf(stubOrganisations.twenty);

const get = (key: string, path: string): DirectCall => ({ method: 'GET', path, key, body: '' });
const restUser = (key: string): DirectCall => ({
  method: 'POST',
  path: '/tasks/api_user_detail',
  key,
  body: JSON.stringify({ task: { api_key: key } }),
});
const detailOf = (world: StubOrganisation) => get(keyOf(world), `/consoles/org_detail?org_id=${world.id}`);

/** Users of the viewer's organisation, from one list call. */
function users(name: string, what: string, world: StubOrganisation, more: Partial<Scenario> = {}): Scenario {
  const key = keyOf(world);
  const list = get(key, `/consoles/active_user_list?org_id=${world.id}&include_current_user=true`);
  return {
    name,
    what,
    servers: everyServer,
    clients: usual,
    key,
    operation: { query: usersDocument, variables: { first: 25, offset: 0 } },
    direct: [[restUser(key)], [detailOf(world), list]],
    ...more,
  };
}

const wholeList = { operation: { query: wholeListDocument } };
const oneClient = { servers: ['gateway', 'beside', 'vanilla'], clients: 1 } as const;

const viewer = (name: string, what: string, servers: readonly ServerName[], clients: number): Scenario => ({
  name,
  what,
  servers,
  clients,
  key: twenty,
  operation: { query: viewerDocument },
  direct: [[restUser(twenty)]],
});

export const scenarios: readonly Scenario[] = [
  viewer('viewer', 'small query', everyServer, usual),
  users('twenty', 'organisation with 20 users', stubOrganisations.twenty),
  users('changing', '1,000 users, changed at each call', stubOrganisations.changing, wholeList),
  users('plain', '1,000 users, unchanged, no ETag', stubOrganisations.plain, wholeList),
  users('etag', '1,000 users, unchanged, ETag', stubOrganisations.etag, wholeList),
  users('page', '25 of 1,000 users, unchanged, ETag', stubOrganisations.etag),
  {
    name: 'organisations',
    what: '25 of 200 organisations',
    servers: everyServer,
    clients: usual,
    key: twenty,
    operation: { query: organisationsDocument },
    direct: [[get(twenty, '/consoles/org_list')]],
  },
  users('large', '25 of 50,000 users, unchanged, ETag, one client', stubOrganisations.large, oneClient),
  users('page-alone', '25 of 1,000 users, unchanged, ETag, one client', stubOrganisations.etag, oneClient),
  viewer('viewer-alone', 'small query, one client', ['gateway', 'beside', 'vanilla', 'direct'], 1),
  {
    name: 'detail-alone',
    what: 'detail of an organisation, one client',
    servers: ['gateway', 'beside', 'vanilla', 'direct'],
    clients: 1,
    key: twenty,
    operation: { query: detailDocument, variables: { id: String(stubOrganisations.twenty.id) } },
    direct: [[detailOf(stubOrganisations.twenty)]],
  },
];

/** The plans of the proxy by scenario. */
export const directPlans = Object.fromEntries(scenarios.map(({ name, direct }) => [name, direct]));

/** The request for one answer of a server. */
export const requestFor = ({ name, key, operation }: Scenario, server: ServerName): LoadRequest =>
  server === 'direct' ? { method: 'GET', path: `/plans/${name}`, headers: {} } : graphqlRequest(key, operation);

/** The wanted questions. */
export const questions = (wanted: ReadonlySet<string>): Scenario[] => scenarios.filter(({ name }) => wanted.has(name));

/** The other measurements, by name. */
export const parts = ['tail', 'memory', 'pushed-down', 'staleness'] as const;
