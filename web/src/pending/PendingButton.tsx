import { ActionIcon, Badge } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { countOf } from '../ui/values/format.ts';
import classes from './PendingButton.module.css';

const mostShown = 99;

/** The bell that leads to the pending items. */
export function PendingButton({ count }: { count: number }) {
  return (
    <ActionIcon
      component={Link}
      to="/pending"
      className={classes.button}
      aria-label={count === 0 ? 'No pending items' : countOf(count, 'pending item')}
    >
      <IconBell size={20} stroke={1.5} aria-hidden />
      {count > 0 && (
        <Badge className={classes.count} size="xs" circle={count < 10} translate="no" aria-hidden>
          {count > mostShown ? `${mostShown}+` : count}
        </Badge>
      )}
    </ActionIcon>
  );
}
