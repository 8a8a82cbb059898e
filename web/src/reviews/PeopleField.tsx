import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { isolated } from '../ui/values/isolated.ts';
import type { Person } from './startReviewValues.ts';
import { usePeopleSearch } from './usePeopleSearch.ts';

interface PeopleFieldProps {
  label: string;
  description?: string;
  organisationId: string;
  of: 'reviewers' | 'people';
  value?: readonly Person[];
  error?: ReactNode;
  onChange: (value: Person[]) => void;
  'data-path'?: string;
}

/** Several people of an organisation, found one by one. */
export function PeopleField({ organisationId, of, value = [], onChange, ...field }: PeopleFieldProps) {
  const { people, loading, failed, search } = usePeopleSearch(organisationId, of);
  const ids = new Set(value.map(({ id }) => id));
  return (
    <Stack gap="xs">
      <Dropdown
        {...field}
        required
        data={people.filter(({ id }) => !ids.has(id)).map(({ id, label }) => ({ value: id, label }))}
        value={null}
        loading={loading}
        failed={failed}
        onSearch={search}
        onChange={(id) => {
          const added = people.find((person) => person.id === id);
          if (added) onChange([...value, added]);
        }}
      />
      {value.length > 0 && (
        <Stack gap={4} component="ul" m={0} p={0} aria-label={`Selected: ${field.label}`}>
          {value.map(({ id, label }) => (
            <Group key={id} component="li" gap="xs" justify="space-between" wrap="nowrap">
              <Text style={{ overflowWrap: 'anywhere' }}>{label}</Text>
              <Button
                variant="default"
                size="compact-sm"
                flex="none"
                aria-label={`Remove ${isolated(label)}`}
                onClick={() => onChange(value.filter((person) => person.id !== id))}
              >
                Remove
              </Button>
            </Group>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
