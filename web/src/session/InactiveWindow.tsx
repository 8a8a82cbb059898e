import { texts } from '@console/contract/rules';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';

export type Inactive = 'UserDisabled' | 'OrganisationDisabled';

const content = {
  UserDisabled: {
    title: texts.signIn.userInactive,
    text: 'Your user was deactivated, so you cannot sign in. Please contact your organiser or support.',
  },
  OrganisationDisabled: {
    title: texts.signIn.organisationInactive,
    text: 'Your organisation was disabled, so its users cannot sign in. Please contact your organiser or support.',
  },
} as const;

export interface InactiveWindowProps {
  who: Inactive | null;
  opened: boolean;
  onClose: () => void;
}

/** Tells that the password was right and yet nobody gets in. */
export function InactiveWindow({ who, opened, onClose }: InactiveWindowProps) {
  const { title, text } = content[who ?? 'UserDisabled'];
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack gap="lg">
        <Text>{text}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>OK</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
