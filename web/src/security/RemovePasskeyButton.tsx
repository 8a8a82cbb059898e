import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isolated } from '../ui/values/isolated.ts';

const removeDocument = graphql(`
  mutation RemovePasskeyButton_Remove($input: RemovePasskeyInput!) { removePasskey(input: $input) { passkey { id } } }
`);

/** Removes a passkey of the viewer, with the password. */
export function RemovePasskeyButton({ passkey: { id, name } }: { passkey: { id: string; name: string } }) {
  return (
    <ConfirmedMutationButton
      label="Remove"
      ariaLabel={`Remove ${isolated(name)}`}
      compact
      danger
      mutation={removeDocument}
      variables={(currentPassword) => ({ input: { id, currentPassword } })}
      password="always"
      success="Passkey removed"
      update={(cache, { removePasskey: { passkey } }) => void cache.evict({ id: cache.identify(passkey) })}
    >
      You can no longer sign in with this passkey. Your current sessions continue. This cannot be undone. Delete the
      passkey from your device too, or the device will keep offering it.
    </ConfirmedMutationButton>
  );
}
