import { graphql } from './gql/gql.ts';
import { send } from './send.ts';

const usersPage = graphql(`
  query UsersPage($after: String) {
    users(first: 100, after: $after, filter: { status: ACTIVE }) {
      nodes {
        id
        fullName
        roleKey
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** All active users, read one page at a time. The types of fields and variables come from the schema. */
async function* activeUsers() {
  for (let after: string | null | undefined; ; ) {
    const { users } = await send(usersPage, { after });
    yield* users?.nodes ?? [];
    if (!users?.pageInfo.hasNextPage) return;
    after = users.pageInfo.endCursor;
  }
}

const byRole = new Map<string, number>();
for await (const { roleKey } of activeUsers()) {
  const role = roleKey ?? 'no role';
  byRole.set(role, (byRole.get(role) ?? 0) + 1);
}
for (const [role, users] of byRole) console.log(`${role}: ${users} active users`);
