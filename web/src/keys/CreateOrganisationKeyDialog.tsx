import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { isHandledByKeyDialog, type KeyChoice, KeyDialog } from './KeyDialog.tsx';
import { prependOrganisationKey } from './prependOrganisationKey.ts';

const createDocument = graphql(`
  mutation CreateOrganisationKeyDialog_Create($input: CreateOrganisationApiKeyInput!) {
    createOrganisationApiKey(input: $input) { apiKey { id ...OrganisationKeyTable_key } secret }
  }
`);

export interface CreateOrganisationKeyDialogProps {
  opened: boolean;
  organisationId: string;
  roles: readonly KeyChoice[];
  onClose: () => void;
  onCreated: (secret: string | null) => void;
}

/** Creates a key that belongs to an organisation. */
export function CreateOrganisationKeyDialog(props: CreateOrganisationKeyDialogProps) {
  const { organisationId, roles, onCreated, ...dialog } = props;
  const { mutate, busy } = useMutationAction(createDocument, {
    success: 'API key created',
    fields: ['name'],
    handles: isHandledByKeyDialog,
    update: (cache, { createOrganisationApiKey }) =>
      prependOrganisationKey(cache, organisationId, createOrganisationApiKey.apiKey.id),
  });
  return (
    <KeyDialog
      {...dialog}
      title="Create API key of the organisation"
      choices={roles}
      busy={busy}
      onCreate={async (values, role, currentPassword) => {
        const data = await mutate({ input: { ...values, role, organisationId, currentPassword } });
        if (data) onCreated(data.createOrganisationApiKey.secret);
      }}
    />
  );
}
