import { SimpleGrid, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface WidgetSectionProps {
  title: string;
  /** The number of columns on a wide screen. */
  columns?: number;
  children: ReactNode;
}

export function WidgetSection({ title, columns = 3, children }: WidgetSectionProps) {
  const id = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: columns }} spacing="lg">
        {children}
      </SimpleGrid>
    </Stack>
  );
}
