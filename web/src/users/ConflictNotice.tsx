import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { type UserRole, type UserValues, userLabels } from './userValues.ts';

interface ConflictNoticeProps {
  /** The fields that somebody else has changed; null while their changes are not loaded. */
  theirs: readonly (keyof UserValues)[] | null;
  /** The user as they are saved now. */
  now: UserValues;
  roles: readonly UserRole[];
  onLoad: () => void;
}

/** Somebody else has saved the same user: nothing of either is lost. */
export function ConflictNotice({ theirs, now, roles, onLoad }: ConflictNoticeProps) {
  const shown = (field: keyof UserValues): string => {
    const value = now[field];
    if (field === 'roleId') return roles.find(({ id }) => id === value)?.name ?? '–';
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    return value || '–';
  };
  if (theirs)
    return (
      <Alert color="yellow" role="status">
        <Text fw={600}>Their changes are loaded</Text>
        <Text>Where you typed something, yours is still in the form. Saving replaces theirs.</Text>
        <List size="sm">
          {theirs.map((field) => (
            <List.Item key={field}>{`${userLabels[field]}: ${shown(field)}`}</List.Item>
          ))}
        </List>
      </Alert>
    );
  return (
    <Alert color="yellow" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text fw={600}>Somebody else has changed this user meanwhile</Text>
        <Text>Nothing was saved, and what you typed is still here.</Text>
        <Button variant="default" onClick={onLoad}>
          Load their changes
        </Button>
      </Stack>
    </Alert>
  );
}
