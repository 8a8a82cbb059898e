import { List, Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { countOf } from '../ui/values/format.ts';
import { isolated } from '../ui/values/isolated.ts';

/** A person with the name of their role. */
export interface PersonWithRole {
  name: string;
  role: string;
}

export interface RoleQuestionDialogProps {
  opened: boolean;
  brandName: string;
  people: readonly PersonWithRole[];
  /** Unit of a number of people without names: rows of a file, or selected users. */
  counted?: 'row' | 'user' | undefined;
  onClose: () => void;
  onConfirm: () => void;
}

const countsOf = (people: readonly PersonWithRole[], noun: string): string[] =>
  Array.from(
    Map.groupBy(people, ({ role }) => role),
    ([role, { length }]) => `${role}: ${countOf(length, noun)}`,
  );

/** Asks before users of another organisation get a role that reaches all organisations. */
export function RoleQuestionDialog(props: RoleQuestionDialogProps) {
  const { opened, brandName, people, counted, onClose, onConfirm } = props;
  const [first] = people;
  const alone = first !== undefined && people.length === 1 && !counted;
  const lines = counted ? countsOf(people, counted) : people.map(({ name, role }) => `${isolated(name)}: ${role}`);
  return (
    <ConfirmDialog
      opened={opened}
      title={
        alone
          ? `Assign the role ${first.role} to ${isolated(first.name)}?`
          : `Assign these roles to users of ${isolated(brandName)}?`
      }
      confirmLabel={alone ? 'Assign role' : 'Assign roles'}
      onCancel={onClose}
      onConfirm={onConfirm}
    >
      <Stack gap="xs">
        <Text>
          {`${isolated(brandName)} is not your own organisation. Users with ${alone ? 'this role' : 'these roles'} can view and change every organisation, not just this one.`}
        </Text>
        {!alone && (
          <List size="sm">
            {lines.map((line) => (
              <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
                {line}
              </List.Item>
            ))}
          </List>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
