import { Button, Group } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { useTrail } from '../navigation/useTrail.ts';

/** A link to what the viewer may do next. */
export interface NextStep {
  label: string;
  to: string;
  onClick?: (event: MouseEvent) => void;
}

/** Links to what the viewer may do next, where a list has nothing yet. */
export function NextSteps({ steps }: { steps: readonly NextStep[] }) {
  const { trail } = useTrail();
  return (
    <Group gap="xs" justify="center">
      {steps.map(({ label, ...link }) => (
        <Button key={label} component={Link} variant="default" state={trail} {...link}>
          {label}
        </Button>
      ))}
    </Group>
  );
}
