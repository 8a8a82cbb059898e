import { texts } from '@console/contract/rules';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { DialogDescription } from '../ui/dialog/DialogDescription.tsx';

export type InactiveReason = 'UserDisabled' | 'OrganisationDisabled';

const content = {
  UserDisabled: {
    title: texts.signIn.userInactive,
    text: 'Your account was deactivated, so you cannot sign in. Contact your Organiser or support.',
  },
  OrganisationDisabled: {
    title: texts.signIn.organisationInactive,
    text: 'Your organisation was disabled, so its users cannot sign in. Contact your Organiser or support.',
  },
} as const;

interface DisabledAccountDialogProps {
  who: InactiveReason | null;
  opened: boolean;
  onClose: () => void;
}

/** Says that the user or the organisation is inactive, although the password was right. */
export function DisabledAccountDialog({ who, opened, onClose }: DisabledAccountDialogProps) {
  const { title, text } = content[who ?? 'UserDisabled'];
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Stack gap="lg">
        <DialogDescription>
          <Text>{text}</Text>
        </DialogDescription>
        <Group justify="flex-end">
          <Button onClick={onClose}>OK</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
