import { SimpleGrid, Text } from '@mantine/core';
import { FigureValue } from './FigureValue.tsx';
import type { Figure } from './overviewFigures.ts';

/** Figures with their labels, which stay where they are while the numbers load. */
export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="md" verticalSpacing="xs" m={0}>
      {figures.map((figure) => (
        <div key={figure.label}>
          <Text component="dt" size="sm" c="dimmed">
            {figure.label}
          </Text>
          <Text component="dd" m={0} fw={600}>
            <FigureValue figure={figure} />
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
