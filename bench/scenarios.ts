import { keyOf, type StubOrganisation, stubOrganisations } from './upstream/organisations.ts';

/** A synthetic question, which no page of the console asks, to all servers. */
export interface Scenario {
  name: string;
  what: string;
  key: string;
  /** The GraphQL request. */
  operation: { query: string; variables?: object };
}

const viewerDocument = 'query Viewer { viewer { user { id fullName email role { key name } organisationId } } }';

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
        pageInfo { hasNextPage }
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
    pageInfo { hasNextPage }
    totalCount
  }
}`;

const twenty = keyOf(stubOrganisations.twenty);

/** Users of the viewer's organisation, from one list call. */
const users = (
  name: string,
  what: string,
  world: StubOrganisation,
  operation: Scenario['operation'] = { query: usersDocument, variables: { first: 25, offset: 0 } },
): Scenario => ({ name, what, key: keyOf(world), operation });

/** Of a product API without pages and extensions. */
export const scenarios: readonly Scenario[] = [
  { name: 'viewer', what: 'small query', key: twenty, operation: { query: viewerDocument } },
  users('twenty', 'organisation with 20 users', stubOrganisations.twenty),
  users('changing', '1,000 users, changed at each call', stubOrganisations.changing, { query: wholeListDocument }),
  users('page', '25 of 1,000 users, unchanged, ETag', stubOrganisations.etag),
  {
    name: 'organisations',
    what: '25 of 200 organisations',
    key: twenty,
    operation: { query: organisationsDocument },
  },
];
