import { useState } from 'react';
import { addToList } from '../apollo/addToList.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { useHeldConfirmation } from '../ui/dialog/confirmation.ts';
import { canChange } from '../ui/layout/apiKeyScopeLabels.ts';
import { isHandledByKeyDialog, type KeyChoice, KeyDialog } from './KeyDialog.tsx';

const createDocument = graphql(`
  mutation CreateOrganisationKeyDialog_Create($input: CreateOrganisationApiKeyInput!) {
    createOrganisationApiKey(input: $input) { apiKey { id ...OrganisationKeyTable_key } secret }
  }
`);

export interface CreateOrganisationKeyDialogProps {
  opened: boolean;
  organisationId: string;
  roles: readonly KeyChoice[];
  /** A key for SCIM, which has neither role nor scopes. */
  scim: boolean;
  onClose: () => void;
  onCreated: (secret: string | null) => void;
}

const forScim: readonly KeyChoice[] = [{ role: null, scopes: [] }];

/** Creates a key that belongs to an organisation. */
export function CreateOrganisationKeyDialog(props: CreateOrganisationKeyDialogProps) {
  const { organisationId, roles, scim, onCreated, ...dialog } = props;
  const { mutate, busy } = useMutationAction(createDocument, {
    success: 'API key created',
    fields: ['name'],
    handles: isHandledByKeyDialog,
    update: (cache, { createOrganisationApiKey }) =>
      addToList(cache, { __typename: 'Organisation', id: organisationId }, 'organisationApiKeys', {
        __typename: 'OrganisationApiKey',
        id: createOrganisationApiKey.apiKey.id,
      }),
  });
  const { isHeld, hold } = useHeldConfirmation();
  const [unasked, setUnasked] = useState(() => scim && isHeld());
  return (
    <KeyDialog
      {...dialog}
      title={scim ? 'Create SCIM key' : 'Create API key of the organisation'}
      {...(scim ? { choices: forScim, example: 'Microsoft Entra ID' } : { choices: roles })}
      needsPassword={(scopes) => (scim ? !unasked : canChange(scopes))}
      busy={busy}
      onCreate={async ({ scopes, ...values }, role, currentPassword) => {
        // Refused without one, the dialog asks.
        setUnasked(false);
        const kind = scim ? { purpose: 'SCIM' as const } : { role, scopes };
        const data = await mutate({ input: { ...values, ...kind, organisationId, currentPassword } });
        if (data && scim && !unasked) hold();
        if (data) onCreated(data.createOrganisationApiKey.secret);
      }}
    />
  );
}
