import { addToList } from '../apollo/addToList.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isolated } from '../ui/layout/isolated.ts';
import type { ApiKeyRow } from './KeyTable.tsx';

const rotateDocument = graphql(`
  mutation RotateKeyButton_Rotate($input: RotateApiKeyInput!) {
    rotateApiKey(input: $input) { apiKey { id ...KeyTable_key } secret rotated { id ...KeyTable_key } }
  }
`);

interface RotateKeyButtonProps {
  apiKey: ApiKeyRow;
  /** Gets the new key, which is shown once. */
  onRotated: (secret: string | null) => void;
}

/** Replaces a key after a confirmation, with the viewer's password if the key needs none itself. */
export function RotateKeyButton({ apiKey, onRotated }: RotateKeyButtonProps) {
  const { id, name, scopes, viewerCanRotate } = apiKey;
  if (!viewerCanRotate) return null;
  return (
    <ConfirmedMutationButton
      label="Rotate"
      ariaLabel={`Rotate ${isolated(name)}`}
      compact
      password={scopes.includes('SENSITIVE_WRITE') ? 'always' : 'whenNeeded'}
      mutation={rotateDocument}
      variables={(currentPassword) => ({ input: { id, currentPassword } })}
      success="API key rotated"
      update={(cache, { rotateApiKey }) =>
        addToList(cache, { __typename: 'Viewer' }, 'apiKeys', { __typename: 'ApiKey', id: rotateApiKey.apiKey.id })
      }
      onChanged={({ rotateApiKey }) => onRotated(rotateApiKey.secret)}
    >
      You get a new key with the same scopes. The old key works for another 24 hours, unless it expires earlier. This
      cannot be undone.
    </ConfirmedMutationButton>
  );
}
