import { EmailPromise } from '../apollo/EmailPromise.tsx';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isolated } from '../ui/values/isolated.ts';

const resetDocument = graphql(`
  mutation ResetFactorsButton_Reset($input: ResetSecondFactorsInput!) {
    resetSecondFactors(input: $input) { secondFactors { authenticatorApp { createdAt recoveryCodesLeft } } }
  }
`);

/** Removes app, codes and passkeys of another user who has lost them, with the password of the viewer. */
export function ResetFactorsButton({ user: { id, fullName } }: { user: { id: string; fullName: string } }) {
  return (
    <ConfirmedMutationButton
      label="Reset second factors"
      confirmLabel="Reset"
      question={`Reset the second factors of ${isolated(fullName)}?`}
      danger
      password="always"
      mutation={resetDocument}
      variables={(currentPassword) => ({ input: { userId: id, currentPassword } })}
      success="Second factors reset"
      update={(cache) => {
        const user = cache.identify({ __typename: 'User', id });
        for (const fieldName of ['security', 'secondFactors']) cache.evict({ id: user, fieldName });
      }}
    >
      The authenticator app, its recovery codes and all passkeys of <bdi translate="no">{fullName}</bdi> are removed.
      They are signed out everywhere. Until they set up a new second factor, they sign in with their password, plus an
      emailed passcode if required. <EmailPromise>They are notified by email.</EmailPromise> This cannot be undone.
      Before you reset, make sure that they asked for it.
    </ConfirmedMutationButton>
  );
}
