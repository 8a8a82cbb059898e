import { Button, Group, Kbd, Paper, Text } from '@mantine/core';
import type { RoleKey } from '../gql/graphql.ts';
import classes from '../ui/dialog/bulk.module.css';
import { countOf } from '../ui/values/format.ts';
import { roleLabels } from '../users/roleLabels.ts';

interface DecisionBarProps {
  count: number;
  /** The roles that every selected person could get. */
  roles: readonly RoleKey[];
  /** Whether the new role is being selected. */
  choosing: boolean;
  onDecide: (decision: 'KEEP' | 'REMOVE') => void;
  onChangeRole: () => void;
  onRole: (role: RoleKey) => void;
  onClear: () => void;
}

/** The decisions about all selected people. */
export function DecisionBar({ count, roles, choosing, onDecide, onChangeRole, onRole, onClear }: DecisionBarProps) {
  return (
    <Paper withBorder p="sm" className={classes.bar} component="section" aria-label="Selected people">
      <Group gap="sm">
        <Text fw={600} role="status">
          {`${countOf(count, 'person', 'people')} selected`}
        </Text>
        {choosing ? (
          roles.map((role, index) => (
            <Button key={role} variant="default" onClick={() => onRole(role)}>
              <Kbd size="xs" mr="xs" aria-hidden>
                {index + 1}
              </Kbd>
              {roleLabels[role]}
            </Button>
          ))
        ) : (
          <>
            <Button variant="default" onClick={() => onDecide('KEEP')}>
              Keep access
            </Button>
            {roles.length > 0 && (
              <Button variant="default" onClick={onChangeRole}>
                Change role
              </Button>
            )}
            <Button variant="default" c="red" onClick={() => onDecide('REMOVE')}>
              Remove access
            </Button>
          </>
        )}
        <Button variant="subtle" ml="auto" onClick={onClear}>
          Clear
        </Button>
      </Group>
    </Paper>
  );
}
