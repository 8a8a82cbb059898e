import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import type { KeyRow } from './keyRows.ts';

const confirmDocument = graphql(`
  mutation ConfirmKeyButton_Confirm($input: ConfirmApiKeyInput!) {
    confirmApiKey(input: $input) { apiKey { id ...KeyTable_key } }
  }
`);

/** Reactivates a suspended key of another user, with the password of the viewer. */
export function ConfirmKeyButton({ apiKey }: { apiKey: KeyRow }) {
  if (apiKey.__typename !== 'ApiKey' || !apiKey.viewerCanConfirm) return null;
  const { id, name, owner } = apiKey;
  return (
    <ConfirmedMutationButton
      label="Reactivate"
      ariaLabel={`Reactivate ${name}`}
      compact
      password="always"
      mutation={confirmDocument}
      variables={(currentPassword) => ({ input: { id, currentPassword } })}
      success="API key reactivated"
    >
      Programs that use this key can act as {owner.fullName} again. The key was suspended because a different user at
      the identity provider now signs in to this account. If that user should not use the key, revoke it instead.
    </ConfirmedMutationButton>
  );
}
