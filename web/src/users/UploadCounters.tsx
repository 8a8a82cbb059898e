import { Group, Text } from '@mantine/core';

/** Labels and numbers on one line. */
export function UploadCounters({ counters }: { counters: readonly (readonly [label: string, value: string])[] }) {
  return (
    <Group gap="lg">
      {counters.map(([label, value]) => (
        <Text key={label}>
          <Text span c="dimmed">{`${label}: `}</Text>
          <Text span fw={600}>
            {value}
          </Text>
        </Text>
      ))}
    </Group>
  );
}
