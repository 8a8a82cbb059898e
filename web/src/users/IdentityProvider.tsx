import { Group, Stack, Text, Title } from '@mantine/core';
import { EmailPromise } from '../apollo/EmailPromise.tsx';
import { graphql } from '../gql/gql.ts';
import type { UserAccess_ProviderFragment } from '../gql/graphql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { Moment } from '../ui/values/Moment.tsx';

const unlinkDocument = graphql(`
  mutation IdentityProvider_Unlink($input: UnlinkIdentityProviderInput!) {
    unlinkIdentityProvider(input: $input) { user { id } }
  }
`);

interface IdentityProviderProps {
  user: { id: string; fullName: string };
  link: NonNullable<NonNullable<UserAccess_ProviderFragment['security']>['identityProvider']>;
  viewerCanUnlink: boolean;
}

/** The identity provider of another user. Users whose account was recreated there are unlinked here. */
export function IdentityProvider({ user: { id, fullName }, link, viewerCanUnlink }: IdentityProviderProps) {
  const { issuer, linkedAt } = link;
  return (
    <Stack gap="xs" component="section">
      <Title order={3}>Identity provider</Title>
      <Text>
        Signs in at {URL.canParse(issuer) ? new URL(issuer).host : issuer}
        {linkedAt && (
          <>
            , linked on <Moment at={linkedAt} />
          </>
        )}
        .
      </Text>
      {viewerCanUnlink && (
        <Group>
          <ConfirmedMutationButton
            label="Unlink from identity provider"
            confirmLabel="Unlink"
            question={`Unlink ${fullName} from the identity provider?`}
            danger
            password="always"
            mutation={unlinkDocument}
            variables={(currentPassword) => ({ input: { userId: id, currentPassword } })}
            success="Unlinked from identity provider"
            update={(cache) =>
              void cache.evict({ id: cache.identify({ __typename: 'User', id }), fieldName: 'security' })
            }
          >
            Sessions that began at the identity provider end.{' '}
            <EmailPromise otherwise="The next sign-in there must be confirmed by email, which is not set up.">
              {fullName} is notified by email. The next sign-in there must be confirmed through a link that is emailed
              to this account.
            </EmailPromise>{' '}
            Before you unlink, check that the email address still belongs to {fullName}.
          </ConfirmedMutationButton>
        </Group>
      )}
    </Stack>
  );
}
