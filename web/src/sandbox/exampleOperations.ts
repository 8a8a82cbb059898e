const operation = (query: string, variables?: object) => ({
  query: query.trim(),
  ...(variables && { variables: JSON.stringify(variables, null, 2) }),
});

/** The operations of the sandbox's first tabs. All of them only read. */
export const exampleOperations = [
  operation(`
# Asks as whoever is signed in on the console here,
# or with a key of your own, pasted under Headers:
# { "authorization": "Bearer …" }
query WhoAmI {
  viewer {
    user { fullName email role { name } }
    organisation {
      brandName
      userLimitText
      activeUserCount
    }
    can { listOrganisations viewUsers viewSso }
  }
}`),
  operation(
    `
# The users of one's own organisation, newest first
query OwnUsers($search: String) {
  viewer {
    organisation {
      users(search: $search, filter: { status: ACTIVE }, first: 10) {
        totalCount
        nodes { fullName email department role { name } createdAt }
      }
    }
  }
}`,
    { search: '' },
  ),
  operation(`
# Every organisation: for Administrators and Architects
query Organisations {
  organisations(filter: { states: [ACTIVE] }, first: 10, orderBy: { field: ASSESSMENTS, direction: DESC }) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes { brandName counts { assessments pendingAssessments models } }
  }
}`),
  operation(`
# The lists that forms choose from need no sign-in
query Lookups {
  lookups {
    departments { id label }
    roles { key name level }
  }
}`),
];
