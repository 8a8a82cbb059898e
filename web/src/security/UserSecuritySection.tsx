import { Box } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { graphql } from '../gql/gql.ts';
import { UserSecurity } from './UserSecurity.tsx';

const sectionQuery = graphql(`query UserSecuritySection($id: ID!) { user(id: $id) { id ...UserSecurity_user } }`);

/** The sessions and devices of another user, on their page; loaded after the page. */
export function UserSecuritySection({ userId }: { userId: string }) {
  const { data, failed, whole, loading, retry } = usePageQuery(sectionQuery, { id: userId });
  if (data?.user)
    return (
      <Box component="section" aria-label="Security" mt="md">
        <UserSecurity user={data.user} own={false} whole={whole} loading={loading} onRetry={retry} />
      </Box>
    );
  return failed && <LoadFailure what="Sessions and devices" onRetry={retry} />;
}
