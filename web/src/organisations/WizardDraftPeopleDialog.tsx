import { List, Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { isolated } from '../ui/values/isolated.ts';
import type { peopleOfOtherOrganisation } from './organisationWizardDraft.ts';

export interface WizardDraftPeopleDialogProps {
  opened: boolean;
  brandName: string;
  /** The name of the organisation for which the draft was typed. */
  draftName: string;
  people: ReturnType<typeof peopleOfOtherOrganisation>;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before the users of a draft for another organisation are created. */
export function WizardDraftPeopleDialog({
  opened,
  brandName,
  draftName,
  people,
  onClose,
  ...rest
}: WizardDraftPeopleDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title={`Create ${isolated(brandName)} with users from an earlier draft?`}
      confirmLabel="Create organisation"
      onCancel={onClose}
      {...rest}
    >
      <Stack gap="xs">
        <Text>
          {draftName
            ? `These users were entered for ${isolated(draftName)}:`
            : 'These users were entered before the organisation had a name:'}
        </Text>
        <List size="sm">
          {people.map(({ label, name, email }) => (
            <List.Item
              key={label}
              style={{ overflowWrap: 'anywhere' }}
            >{`${label}: ${isolated(name)} (${email})`}</List.Item>
          ))}
        </List>
      </Stack>
    </ConfirmDialog>
  );
}
