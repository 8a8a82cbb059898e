import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { addToList } from '../apollo/addToList.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { canChange } from '../ui/layout/apiKeyScopeLabels.ts';
import { isolated } from '../ui/layout/isolated.ts';
import { RowButton } from '../ui/layout/RowButton.tsx';
import type { OrganisationKeyRow } from './OrganisationKeyTable.tsx';

const rotateDocument = graphql(`
  mutation RotateOrganisationKeyButton_Rotate($input: RotateOrganisationApiKeyInput!) {
    rotateOrganisationApiKey(input: $input) {
      apiKey { id ...OrganisationKeyTable_key }
      secret
      rotated { id ...OrganisationKeyTable_key }
    }
  }
`);

interface RotateOrganisationKeyButtonProps {
  apiKey: OrganisationKeyRow;
  organisationId: string;
  /** Gets the new key, which is shown once. */
  onRotated: (secret: string | null) => void;
}

/** Replaces a key of an organisation after a confirmation, with the viewer's password if the key needs none itself. */
export function RotateOrganisationKeyButton(props: RotateOrganisationKeyButtonProps) {
  const { apiKey, organisationId, onRotated } = props;
  const { id, name, purpose, scopes, viewerCanRotate } = apiKey;
  if (!viewerCanRotate) return null;
  const label = `Rotate ${isolated(name)}`;
  return (
    <ConfirmedMutationButton
      label="Rotate"
      ariaLabel={label}
      password={purpose === 'SCIM' || canChange(scopes) ? 'always' : 'whenNeeded'}
      mutation={rotateDocument}
      variables={(currentPassword) => ({ input: { id, currentPassword } })}
      success="API key rotated"
      update={(cache, { rotateOrganisationApiKey }) =>
        addToList(cache, { __typename: 'Organisation', id: organisationId }, 'organisationApiKeys', {
          __typename: 'OrganisationApiKey',
          id: rotateOrganisationApiKey.apiKey.id,
        })
      }
      onChanged={({ rotateOrganisationApiKey }) => onRotated(rotateOrganisationApiKey.secret)}
      trigger={(open) => <RotateTrigger id={id} label={label} open={open} />}
    >
      You get a new key with the same role and scopes. The old key works for another 24 hours, unless it expires
      earlier. This cannot be undone.
    </ConfirmedMutationButton>
  );
}

/** Also opened by the link of an email, which names the key as `rotate`. */
function RotateTrigger({ id, label, open }: { id: string; label: string; open: () => void }) {
  const [address, setAddress] = useSearchParams();
  const isAsked = address.get('rotate') === id;
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
