import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export type Counter = readonly [label: string, value: string];

/** Labels and numbers on one line, and what follows them. */
export function Counters({ counters, children }: { counters: readonly Counter[]; children?: ReactNode }) {
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
      {children}
    </Group>
  );
}
