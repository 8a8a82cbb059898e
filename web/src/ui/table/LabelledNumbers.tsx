import { Group, Text } from '@mantine/core';

type Counter = readonly [label: string, value: string];

/** Labels and numbers on one line. */
export function LabelledNumbers({ counters }: { counters: readonly Counter[] }) {
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
