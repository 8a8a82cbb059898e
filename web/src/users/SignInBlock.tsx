import { Alert, Group, Stack, Text } from '@mantine/core';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { Moment } from '../ui/values/Moment.tsx';

const unblockDocument = graphql(`
  mutation SignInBlock_Unblock($input: UnblockSignInInput!) {
    unblockSignIn(input: $input) { user { id status signInBlockedAt viewerCanUnblockSignIn updatedAt } }
  }
`);

export interface SignInBlockProps {
  user: { id: string; fullName: string; signInBlockedAt: string | null; viewerCanUnblockSignIn: boolean };
}

/** Why a user who is active cannot sign in, and what ends it. */
export function SignInBlock({ user: { id, fullName, signInBlockedAt, viewerCanUnblockSignIn } }: SignInBlockProps) {
  if (signInBlockedAt === null) return null;
  return (
    <Alert color="red" role="note">
      <Stack gap="sm">
        <div>
          <Text fw={600}>Sign-in blocked by identity provider</Text>
          <Text>
            The identity provider asked to deactivate <bdi translate="no">{fullName}</bdi> on{' '}
            <Moment at={signInBlockedAt} withTime />. They are a responder in another module and are still active. They
            cannot sign in, and their API keys do not work. Assign another responder in that module. They are then
            deactivated within a few minutes.
          </Text>
        </div>
        {viewerCanUnblockSignIn && (
          <Group>
            <ConfirmedMutationButton
              label="Unblock sign-in"
              confirmLabel="Unblock"
              question={`Unblock the sign-in of ${isolated(fullName)}?`}
              password="always"
              mutation={unblockDocument}
              variables={(currentPassword) => ({ input: { userId: id, currentPassword } })}
              success="Sign-in unblocked"
            >
              <bdi translate="no">{fullName}</bdi> can sign in again, and their API keys work again. Reactivate the user
              in your identity provider as well. Otherwise it blocks the sign-in again.
            </ConfirmedMutationButton>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
