import type { TypedDocumentNode } from '@apollo/client';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { formatMoment } from '../ui/values/format.ts';
import { isolated } from '../ui/values/isolated.ts';
import type { KeyRow } from './keyRows.ts';

const documents: Record<KeyRow['__typename'], TypedDocumentNode<unknown, { input: { id: string } }>> = {
  ApiKey: graphql(`
    mutation RevokeKeyButton_Revoke($input: RevokeApiKeyInput!) {
      revokeApiKey(input: $input) { apiKey { id ...KeyTable_key } }
    }
  `),
  OrganisationApiKey: graphql(`
    mutation RevokeKeyButton_RevokeOfOrganisation($input: RevokeOrganisationApiKeyInput!) {
      revokeOrganisationApiKey(input: $input) { apiKey { id ...KeyTable_organisationKey } }
    }
  `),
};

/** Fields of the owner's other keys. */
export type SiblingKey = Pick<KeyRow, 'id' | 'name' | 'prefix' | 'status' | 'expiresAt'>;

/** The earlier key that this key replaces and that still works; undefined if the names are ambiguous. */
function earlierOf({ name, status }: KeyRow, keys: readonly SiblingKey[]): SiblingKey | undefined {
  const named = keys.filter((key) => key.name === name);
  const [rotated, ...others] = named.filter((key) => key.status === 'ROTATED');
  const isOnly = others.length === 0 && named.filter((key) => key.status === 'ACTIVE').length === 1;
  return status === 'ACTIVE' && isOnly ? rotated : undefined;
}

/** Revokes a key after a confirmation, together with the key that it replaced. */
export function RevokeKeyButton({ apiKey, keys }: { apiKey: KeyRow; keys: readonly SiblingKey[] }) {
  const { id, name, prefix, viewerCanRevoke } = apiKey;
  const mutation = documents[apiKey.__typename];
  const earlier = earlierOf(apiKey, keys);
  const [withEarlier, setWithEarlier] = useState(true);
  const { mutate } = useMutationAction(mutation, { success: 'Earlier API key revoked' });
  if (!viewerCanRevoke) return null;
  const until = earlier?.expiresAt ? ` and works until ${formatMoment(new Date(earlier.expiresAt))}` : '';
  return (
    <ConfirmedMutationButton
      label="Revoke"
      ariaLabel={`Revoke ${isolated(name)}`}
      compact
      danger
      mutation={mutation}
      variables={() => ({ input: { id } })}
      success="API key revoked"
      onChanged={() => void (earlier && withEarlier && mutate({ input: { id: earlier.id } }).catch(() => undefined))}
      details={
        earlier && (
          <Checkbox
            label={`Also revoke the earlier key${earlier.prefix ? ` ${earlier.prefix}…` : ''}`}
            description={`The earlier key was rotated${until}.`}
            checked={withEarlier}
            onChange={(event) => setWithEarlier(event.currentTarget.checked)}
          />
        )
      }
    >
      {`Programs that use this key${prefix ? ` (${prefix}…)` : ''} stop working immediately. This cannot be undone.`}
    </ConfirmedMutationButton>
  );
}
