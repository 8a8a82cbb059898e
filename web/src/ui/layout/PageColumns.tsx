import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './PageColumns.module.css';

interface PageColumnsProps {
  /** Content that users need first: at the right from 1200 px; on narrower screens above the page and collapsed. */
  side: ReactNode;
  /** The name of the side column. */
  sideLabel?: 'Summary' | 'Help' | undefined;
  children: ReactNode;
}

/** The main column of a page and its side column. */
export function PageColumns({ side, sideLabel = 'Summary', children }: PageColumnsProps) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const Icon = opened ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.columns}>
      <aside className={classes.side} aria-label={sideLabel}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          <Icon size={18} stroke={1.5} aria-hidden />
          {sideLabel}
        </UnstyledButton>
        <div id={id} className={classes.content} data-opened={opened || undefined}>
          {side}
        </div>
      </aside>
      <div className={classes.main}>{children}</div>
    </div>
  );
}
