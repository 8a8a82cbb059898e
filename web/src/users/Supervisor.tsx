import { Anchor } from '@mantine/core';
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

/** The supervisor's email address, or their name as a link for viewers who can see them. */
export function Supervisor({ email, organisationId }: { email: string; organisationId: string }) {
  const { view } = useUserPaths();
  const { trail } = useTrail();
  const { data } = usePageQuery(supervisorQuery, { organisationId, email }, { quiet: true });
  const [user] = data?.organisation?.users?.nodes ?? [];
  return (
    <>
      {user && (
        <Anchor component={Link} to={view(user.id)} state={trail} me="xs" inherit underline="always">
          {user.fullName}
        </Anchor>
      )}
      <EmailAddress email={email} />
    </>
  );
}
