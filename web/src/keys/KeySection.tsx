import { maxProvisioningKeys } from '@console/contract/rules';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { useCopyOnce } from '../ui/dialog/useCopyOnce.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import type { CreateKeyDialogProps } from './CreateKeyDialog.tsx';
import { KeyTable, type ListedKey } from './KeyTable.tsx';
import { keyCount } from './keyRows.ts';
import { RevokeKeyButton, type SiblingKey } from './RevokeKeyButton.tsx';
import { RotateKeyButton } from './RotateKeyButton.tsx';

const CreateKeyDialog = lazyPart<CreateKeyDialogProps>(
  async () => (await import('./CreateKeyDialog.tsx')).CreateKeyDialog,
  whenOpened,
);

const secretTexts = {
  doneLabel: 'I have stored it',
  lost: {
    title: 'The new key cannot be shown',
    advice: 'A key is shown only once. Revoke this key and create another.',
  },
};
const whatOwnKeysDo = 'Programs that use your keys act as you, limited by your role and by the scopes of each key.';
const whatKeysOfOrganisationDo = 'Each key has its own role. It keeps working when its creator leaves.';

/** The differences between the viewer's own keys, all keys of an organisation, and keys for provisioning. */
const kinds = {
  own: {
    heading: 'API keys',
    lead: whatOwnKeysDo,
    empty: `No API keys yet. ${whatOwnKeysDo}`,
    emptyReason: 'You have no API keys.',
    createLabel: 'Create API key',
    createVariant: 'filled',
    title: 'Create API key',
    example: 'Nightly user sync',
    secret: {
      title: 'Copy your API key',
      label: 'API key',
      warning: 'This key is shown only once. Store it like a password. Any program that has it can act as you.',
    },
  },
  organisation: {
    heading: 'Organisation API keys',
    lead: whatKeysOfOrganisationDo,
    empty: `No organisation API keys yet. ${whatKeysOfOrganisationDo}`,
    emptyReason: 'This organisation has no organisation API keys.',
    createLabel: 'Create organisation API key',
    createVariant: 'default',
    title: 'Create organisation API key',
    example: 'Nightly user sync',
    secret: {
      title: 'Copy the organisation API key',
      label: 'API key',
      warning:
        'This key is shown only once. Store it like a password. Any program that has it can act for the organisation.',
    },
  },
  provisioning: {
    heading: 'SCIM keys',
    lead: `The identity provider needs a key that is valid for SCIM only. Up to ${maxProvisioningKeys} keys work at the same time, so that you can replace one without an interruption.`,
    empty: 'No SCIM keys yet.',
    emptyReason: 'This organisation has no SCIM keys.',
    createLabel: 'Create SCIM key',
    createVariant: 'default',
    title: 'Create SCIM key',
    example: 'Microsoft Entra ID',
    secret: {
      title: 'Copy the SCIM key',
      label: 'SCIM key',
      warning:
        'This key is shown only once. Enter it at the identity provider. Any program that has it can create, change and deactivate users.',
    },
  },
} as const;

interface KeySectionProps extends Pick<CreateKeyDialogProps, 'kind' | 'organisationId'> {
  keys: readonly (ListedKey & SiblingKey)[] | null | undefined;
  /** Not set if the viewer cannot create keys. */
  choices: CreateKeyDialogProps['choices'] | undefined;
  loading: boolean;
  onRetry: () => void;
}

/** The API keys of the viewer or of an organisation: creates, rotates and revokes them. */
export function KeySection({ kind, organisationId, keys, choices, ...rest }: KeySectionProps) {
  const [opened, setOpened] = useState(false);
  const [times, setTimes] = useState(0);
  const { heading, lead, empty, emptyReason, createLabel, createVariant, title, example, ...texts } = kinds[kind];
  const secret = useCopyOnce({ ...secretTexts, ...texts.secret });
  const open = () => {
    setTimes(times + 1);
    setOpened(true);
  };
  const show = (key: string | null) => {
    setOpened(false);
    secret.show(key);
  };
  return (
    <>
      <TableSection
        heading={heading}
        {...keyCount(keys, empty)}
        toolbar={
          choices && (
            <Button variant={createVariant} ms="auto" onClick={open}>
              {createLabel}
            </Button>
          )
        }
      >
        <Stack gap="xs">
          <Text>{lead}</Text>
          <KeyTable
            kind={kind}
            caption={heading}
            keys={keys}
            emptyReason={emptyReason}
            actions={(row) => (
              <>
                <RotateKeyButton apiKey={row} organisationId={organisationId} onRotated={show} />
                <RevokeKeyButton apiKey={row} keys={keys ?? []} />
              </>
            )}
            {...rest}
          />
        </Stack>
      </TableSection>
      {/* The key resets the dialog at each opening. */}
      {choices && (
        <CreateKeyDialog
          key={times}
          kind={kind}
          organisationId={organisationId}
          opened={opened}
          title={title}
          example={example}
          choices={choices}
          onClose={() => setOpened(false)}
          onCreated={show}
        />
      )}
      {secret.dialog}
    </>
  );
}
