import { addToList } from '../apollo/addToList.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { ApiKeyScope } from '../gql/graphql.ts';
import { isHandledByKeyDialog, KeyDialog } from './KeyDialog.tsx';

const createDocument = graphql(`
  mutation CreateKeyDialog_Create($input: CreateApiKeyInput!) {
    createApiKey(input: $input) { apiKey { id ...KeyTable_key } secret }
  }
`);

export interface CreateKeyDialogProps {
  opened: boolean;
  /** The scopes that the viewer may give to a key. */
  grantable: readonly ApiKeyScope[];
  onClose: () => void;
  onCreated: (secret: string | null) => void;
}

/** Creates a key of the viewer. */
export function CreateKeyDialog({ grantable, onCreated, ...dialog }: CreateKeyDialogProps) {
  const { mutate, busy } = useMutationAction(createDocument, {
    success: 'API key created',
    fields: ['name'],
    handles: isHandledByKeyDialog,
    update: (cache, { createApiKey }) =>
      addToList(cache, { __typename: 'Viewer' }, 'apiKeys', { __typename: 'ApiKey', id: createApiKey.apiKey.id }),
  });
  return (
    <KeyDialog
      {...dialog}
      title="Create API key"
      choices={[{ role: null, scopes: grantable }]}
      busy={busy}
      onCreate={async (values, _role, currentPassword) => {
        const data = await mutate({ input: { ...values, currentPassword } });
        if (data) onCreated(data.createApiKey.secret);
      }}
    />
  );
}
