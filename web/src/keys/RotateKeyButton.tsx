import type { TypedDocumentNode } from '@apollo/client';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { graphql } from '../gql/gql.ts';
import type {
  RotateKeyButton_RotateMutation,
  RotateKeyButton_RotateMutationVariables,
  RotateKeyButton_RotateOfOrganisationMutation,
} from '../gql/graphql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { RowButton } from '../ui/layout/RowButton.tsx';
import { isolated } from '../ui/values/isolated.ts';
import type { KeyRow } from './keyRows.ts';
import { prependKey } from './prependKey.ts';

type Rotated = RotateKeyButton_RotateMutation | RotateKeyButton_RotateOfOrganisationMutation;

const documents: Record<KeyRow['__typename'], TypedDocumentNode<Rotated, RotateKeyButton_RotateMutationVariables>> = {
  ApiKey: graphql(`
    mutation RotateKeyButton_Rotate($input: RotateApiKeyInput!) {
      rotateApiKey(input: $input) { apiKey { id ...KeyTable_key } secret rotated { id ...KeyTable_key } }
    }
  `),
  OrganisationApiKey: graphql(`
    mutation RotateKeyButton_RotateOfOrganisation($input: RotateOrganisationApiKeyInput!) {
      rotateOrganisationApiKey(input: $input) {
        apiKey { id ...KeyTable_organisationKey }
        secret
        rotated { id ...KeyTable_organisationKey }
      }
    }
  `),
};

const payloadOf = (data: Rotated) => ('rotateApiKey' in data ? data.rotateApiKey : data.rotateOrganisationApiKey);

interface RotateKeyButtonProps {
  apiKey: KeyRow;
  /** Null for a key of the viewer. */
  organisationId: string | null;
  /** Gets the new key, which is shown once. */
  onRotated: (secret: string | null) => void;
}

/** Replaces a key after a confirmation with the viewer's password. */
export function RotateKeyButton({ apiKey, organisationId, onRotated }: RotateKeyButtonProps) {
  const { id, name, viewerCanRotate } = apiKey;
  if (!viewerCanRotate) return null;
  const isOwn = apiKey.__typename === 'ApiKey';
  const label = `Rotate ${isolated(name)}`;
  return (
    <ConfirmedMutationButton
      label="Rotate"
      ariaLabel={label}
      password="always"
      mutation={documents[apiKey.__typename]}
      variables={(currentPassword) => ({ input: { id, currentPassword } })}
      success="API key rotated"
      update={(cache, data) => prependKey(cache, organisationId, payloadOf(data).apiKey.id)}
      onChanged={(data) => onRotated(payloadOf(data).secret)}
      trigger={(open) => <RotateTrigger linked={isOwn ? null : id} label={label} open={open} />}
    >
      {`You get a new key with the same ${isOwn ? 'scopes' : 'role and scopes'}. The old key works for another 24 hours, unless it expires earlier. This cannot be undone.`}
    </ConfirmedMutationButton>
  );
}

/** A link in an email also opens the dialog: its parameter `rotate` has the id of an organisation API key. */
function RotateTrigger({ linked, label, open }: { linked: string | null; label: string; open: () => void }) {
  const [address, setAddress] = useSearchParams();
  const isAsked = linked !== null && address.get('rotate') === linked;
  const openFromLink = useEffectEvent(() => {
    open();
    address.delete('rotate');
    setAddress(address, { replace: true });
  });
  useEffect(() => {
    if (isAsked) openFromLink();
  }, [isAsked]);
  return (
    <RowButton aria-label={label} onClick={open}>
      Rotate
    </RowButton>
  );
}
