import { Button, Group, Stack, Text } from '@mantine/core';
import type { SyntheticEvent } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { DeactivationImpactQuery } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { isShownInDialog, useConfirmedMutation } from '../ui/dialog/useConfirmedMutation.ts';
import { useCopyOnce } from '../ui/dialog/useCopyOnce.tsx';
import { apiKeyScopeLabels } from '../ui/values/apiKeyScopeLabels.ts';
import { isolated } from '../ui/values/isolated.ts';

const createDocument = graphql(`
  mutation DutyKeys_Create($input: CreateOrganisationApiKeyInput!) {
    createOrganisationApiKey(input: $input) { apiKey { id name } secret }
  }
`);

const secretTexts = {
  title: 'Copy the organisation API key',
  warning:
    'This key is shown only once. Store it like a password. Any program that has it can act for the organisation.',
  label: 'API key',
  doneLabel: 'I have stored it',
  lost: { title: 'The new key cannot be shown', advice: 'A key is shown only once. Revoke it and create another.' },
};

type DutyKey = NonNullable<NonNullable<NonNullable<DeactivationImpactQuery['user']>['duties']>['apiKeys']>[number];

export interface DutyKeysProps {
  organisationId: string;
  apiKeys: readonly DutyKey[];
}

/** Stops events of a dialog, which React passes to the form that has it among its children, although it is elsewhere on the page. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

/** The API keys of a user, each with a key of the organisation that can be created in its place. */
export function DutyKeys({ organisationId, apiKeys }: DutyKeysProps) {
  const secret = useCopyOnce(secretTexts);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps events from the form around it
    <div onSubmit={stop} onKeyDown={stop}>
      <Stack component="ul" aria-label="API keys" gap="xs" m={0} p={0}>
        {apiKeys.map((key) => (
          <Key key={key.id} apiKey={key} organisationId={organisationId} onCreated={secret.show} />
        ))}
      </Stack>
      {secret.dialog}
    </div>
  );
}

interface KeyProps {
  apiKey: DutyKey;
  organisationId: string;
  onCreated: (secret: string | null) => void;
}

function Key({ apiKey, organisationId, onCreated }: KeyProps) {
  const { id, name, scopes, lifetime, replacementRole, unavailableScopes, isReplaced } = apiKey;
  const { mutate, busy } = useMutationAction(createDocument, {
    success: 'Organisation API key created',
    handles: isShownInDialog,
    update: (cache) => {
      cache.modify({
        id: cache.identify({ __typename: 'UserDutyApiKey', id }) ?? '',
        fields: { isReplaced: () => true },
      });
      cache.evict({
        id: cache.identify({ __typename: 'Organisation', id: organisationId }) ?? '',
        fieldName: 'organisationApiKeys',
      });
    },
  });
  const { open, dialog } = useConfirmedMutation<{ createOrganisationApiKey: { secret: string | null } }>({
    password: 'always',
    onChanged: ({ createOrganisationApiKey }) => onCreated(createOrganisationApiKey.secret),
  });
  const input = { organisationId, name, role: replacementRole, lifetime, replacesKeyId: id };
  const listed = (some: typeof scopes) => some.map((scope) => apiKeyScopeLabels[scope]).join(', ');
  return (
    <Group component="li" gap="xs" justify="space-between">
      <div>
        <Text translate="no">{name}</Text>
        <Text c="dimmed" size="sm">
          {listed(scopes)}
        </Text>
        {isReplaced && (
          <Text c="dimmed" size="sm">
            Replaced. This key stops working when the user is deactivated.
          </Text>
        )}
        {!isReplaced && unavailableScopes.length > 0 && (
          <Text c="dimmed" size="sm">
            Organisation keys cannot have these scopes: {listed(unavailableScopes)}.
          </Text>
        )}
      </div>
      {!isReplaced && replacementRole !== null && unavailableScopes.length === 0 && (
        <>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Replace with organisation key: ${isolated(name)}`}
            onClick={open}
          >
            Replace with organisation key
          </Button>
          <ConfirmDialog
            {...dialog(`Replace ${isolated(name)} with an organisation key?`, (currentPassword) =>
              mutate({ input: { ...input, currentPassword } }),
            )}
            confirmLabel="Create key"
            busy={busy}
          >
            <Text>
              The new key has the same scopes. Enter it in the program before you deactivate the user. The old key works
              until the user is deactivated. It stays revoked if the user is activated again.
            </Text>
          </ConfirmDialog>
        </>
      )}
    </Group>
  );
}
