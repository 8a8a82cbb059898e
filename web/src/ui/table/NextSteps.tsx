import { Button, Group } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { useTrail } from '../navigation/useTrail.ts';

/** A link to a possible next step. */
export interface NextStep {
  label: string;
  to: string;
  onClick?: (event: MouseEvent) => void;
}

/** Links to possible next steps, for an empty list. */
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
