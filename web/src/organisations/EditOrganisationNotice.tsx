import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { type EditEntry, type EditValues, editValueAt } from './editOrganisationValues.ts';

interface EditOrganisationNoticeProps {
  /** The fields that somebody else has changed; null while their changes are not loaded. */
  theirs: readonly EditEntry[] | null;
  /** The organisation as it is saved now. */
  now: EditValues;
  roles: readonly { id: string; name: string }[];
  onLoad: () => void;
}

/** Somebody else has saved the same organisation: nothing of either is lost. */
export function EditOrganisationNotice({ theirs, now, roles, onLoad }: EditOrganisationNoticeProps) {
  const shown = (entry: EditEntry): string => {
    const value = editValueAt(now, entry);
    return (entry.field === 'roleId' ? roles.find(({ id }) => id === value)?.name : value) || '–';
  };
  if (theirs)
    return (
      <Alert color="yellow" role="status">
        <Text fw={600}>Their changes are loaded</Text>
        <Text>Where you typed something, yours is still in the form. Saving replaces theirs.</Text>
        <List size="sm">
          {theirs.map((entry) => (
            <List.Item key={entry.label}>{`${entry.label}: ${shown(entry)}`}</List.Item>
          ))}
        </List>
      </Alert>
    );
  return (
    <Alert color="yellow" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text fw={600}>Somebody else has changed this organisation meanwhile</Text>
        <Text>Nothing was saved, and what you typed is still here.</Text>
        <Button variant="default" onClick={onLoad}>
          Load their changes
        </Button>
      </Stack>
    </Alert>
  );
}
