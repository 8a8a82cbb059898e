import { Button, Group, Paper, Text } from '@mantine/core';
import type { BulkAction } from '../../gql/graphql.ts';
import { countOf, formatCount } from '../layout/format.ts';
import classes from './bulk.module.css';
import { bulkWords } from './bulkWords.ts';

interface BulkBarProps {
  actions: readonly BulkAction[];
  noun: string;
  count: number;
  /** All that the filter finds; absent where they are chosen already or cannot be. */
  all: number | undefined;
  /** Why no action is possible now. */
  problem: string | undefined;
  onAction: (action: BulkAction) => void;
  onAll: () => void;
  onClear: () => void;
}

/** How many rows are chosen, and what can be done to them. */
export function BulkBar({ actions, noun, count, all, problem, onAction, onAll, onClear }: BulkBarProps) {
  return (
    <Paper withBorder p="sm" className={classes.bar} component="section" aria-label="Chosen rows">
      <Group gap="sm">
        <Text fw={600} role="status">
          {countOf(count, noun)} chosen
        </Text>
        {actions.map((action) => (
          <Button
            key={action}
            variant="default"
            c={bulkWords[action].danger && !problem ? 'red' : undefined}
            disabled={problem !== undefined}
            onClick={() => onAction(action)}
          >
            {bulkWords[action].label}
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
