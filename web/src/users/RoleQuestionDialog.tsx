import { List, Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';

/** A person with the name of their role. */
export interface PersonWithRole {
  name: string;
  role: string;
}

export interface RoleQuestionDialogProps {
  opened: boolean;
  brandName: string;
  people: readonly PersonWithRole[];
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before people of another organisation get a role that reaches all organisations. */
export function RoleQuestionDialog({ opened, brandName, people, onClose, onConfirm }: RoleQuestionDialogProps) {
  const [first] = people;
  const alone = first !== undefined && people.length === 1;
  return (
    <ConfirmDialog
      opened={opened}
      title={alone ? `Give ${first.name} the role ${first.role}?` : `Give these roles to people of ${brandName}?`}
      confirmLabel={alone ? 'Give the role' : 'Give the roles'}
      onCancel={onClose}
      onConfirm={onConfirm}
    >
      <Stack gap="xs">
        <Text>
          {`${brandName} is not your own organisation. With this role a person sees and changes all organisations, not only this one.`}
        </Text>
        {!alone && (
          <List size="sm">
            {people.map(({ name, role }) => (
              <List.Item key={name} style={{ overflowWrap: 'anywhere' }}>{`${name}: ${role}`}</List.Item>
            ))}
          </List>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
