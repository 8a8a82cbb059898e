import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { EmailAddress } from '../ui/values/EmailAddress.tsx';
import { useUserPaths } from './useUserPaths.ts';

const supervisorQuery = graphql(`
  query Supervisor($organisationId: ID!, $email: String!) {
    organisation(id: $organisationId) { id users(filter: { email: $email, status: ACTIVE }, first: 1) { nodes { id fullName } } }
  }
`);

/** The supervisor's email address, with their name as a link, or that they are not an active user, for viewers who can see users. */
export function Supervisor({ email, organisationId }: { email: string; organisationId: string }) {
  const { view } = useUserPaths();
  const { trail } = useTrail();
  const { data } = usePageQuery(supervisorQuery, { organisationId, email }, { quiet: true });
  const nodes = data?.organisation?.users?.nodes;
  const [user] = nodes ?? [];
  return (
    <>
      {user && (
        <Anchor component={Link} to={view(user.id)} state={trail} me="xs" inherit underline="always">
          {user.fullName}
        </Anchor>
      )}
      <EmailAddress email={email} />
      {nodes && !user && (
        <Text span inherit c="dimmed">
          {' (not a user)'}
        </Text>
      )}
    </>
  );
}
