import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isolated } from '../ui/layout/isolated.ts';
import type { OrganisationKeyRow } from './OrganisationKeyTable.tsx';

const revokeDocument = graphql(`
  mutation RevokeOrganisationKeyButton_Revoke($input: RevokeOrganisationApiKeyInput!) {
    revokeOrganisationApiKey(input: $input) { apiKey { id ...OrganisationKeyTable_key } }
  }
`);

/** Revokes a key of an organisation after a confirmation. */
export function RevokeOrganisationKeyButton({ apiKey: { id, name, viewerCanRevoke } }: { apiKey: OrganisationKeyRow }) {
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
