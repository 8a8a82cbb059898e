const operation = (query: string, variables?: object) => ({
  query: query.trim(),
  ...(variables && { variables: JSON.stringify(variables, null, 2) }),
});

/** The operations of the sandbox's first tabs. All of them only read. */
export const exampleOperations = [
  operation(`
# Runs as the user signed in to the console in this browser.
# To use an API key instead, add it under Headers:
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
# Active users in your organisation, newest first
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
# Active organisations (for Administrators and Architects)
query Organisations {
  organisations(filter: { states: [ACTIVE] }, first: 10, orderBy: { field: ASSESSMENTS, direction: DESC }) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes { brandName counts { assessments pendingAssessments models } }
  }
}`),
  operation(`
# The choices in forms, available without signing in
query Lookups {
  lookups {
    departments { id label }
    roles { key name level }
  }
}`),
];
