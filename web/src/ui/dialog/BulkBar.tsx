import { Button, Group, Paper, Text } from '@mantine/core';
import type { BulkAct } from '../../gql/graphql.ts';
import { countOf, formatCount } from '../layout/format.ts';
import classes from './bulk.module.css';
import { bulkWords } from './bulkWords.ts';

interface BulkBarProps {
  acts: readonly BulkAct[];
  noun: string;
  count: number;
  /** All that the filter finds; absent where they are chosen already or cannot be. */
  all: number | undefined;
  /** Why no act is possible now. */
  problem: string | undefined;
  onAct: (act: BulkAct) => void;
  onAll: () => void;
  onClear: () => void;
}

/** How many rows are chosen, and what can be done to them. */
export function BulkBar({ acts, noun, count, all, problem, onAct, onAll, onClear }: BulkBarProps) {
  return (
    <Paper withBorder p="sm" className={classes.bar} component="section" aria-label="Chosen rows">
      <Group gap="sm">
        <Text fw={600} role="status">
          {countOf(count, noun)} chosen
        </Text>
        {acts.map((act) => (
          <Button
            key={act}
            variant="default"
            c={bulkWords[act].danger && !problem ? 'red' : undefined}
            disabled={problem !== undefined}
            onClick={() => onAct(act)}
          >
            {bulkWords[act].label}
          </Button>
        ))}
        {problem && <Text c="dimmed">{problem}</Text>}
        <Group gap="xs" ml="auto">
          {all !== undefined && (
            <Button variant="subtle" onClick={onAll}>
              Choose all {formatCount(all)}
            </Button>
          )}
          <Button variant="subtle" onClick={onClear}>
            Clear
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
