import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isolated } from '../ui/layout/isolated.ts';
import type { ApiKeyRow } from './KeyTable.tsx';

const revokeDocument = graphql(`
  mutation RevokeKeyButton_Revoke($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) { apiKey { id ...KeyTable_key } }
  }
`);

/** Revokes a key after a confirmation. */
export function RevokeKeyButton({ apiKey: { id, name, viewerCanRevoke } }: { apiKey: ApiKeyRow }) {
  if (!viewerCanRevoke) return null;
  return (
    <ConfirmedMutationButton
      label="Revoke"
      ariaLabel={`Revoke ${isolated(name)}`}
      compact
      danger
      mutation={revokeDocument}
      variables={() => ({ input: { id } })}
      success="API key revoked"
    >
      Programs that use this key stop working immediately. This cannot be undone.
    </ConfirmedMutationButton>
  );
}
