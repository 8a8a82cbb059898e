import { Stack, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { PeekContext } from '../layout/peekContext.ts';
import classes from './PeekList.module.css';
import { usePeekAddress } from './usePeekAddress.ts';
import { usePeekKeys } from './usePeekKeys.ts';

interface PeekListProps {
  /** Renders the panel of the row with this id. Without an id it is not shown. */
  panel: (id: string | null) => ReactNode;
  /** The tables. */
  children: ReactNode;
}

/** Tables with rows that open in a panel beside them. */
export function PeekList({ panel, children }: PeekListProps) {
  const peek = usePeekAddress();
  usePeekKeys(peek);
  return (
    <PeekContext value={peek}>
      <div className={classes.columns} data-shown={peek.shown !== null || undefined}>
        <Stack gap="lg" className={classes.list} data-peek-list>
          {children}
        </Stack>
        {panel(peek.shown)}
      </div>
      <VisuallyHidden role="status">{peek.shown !== null && 'Details are shown. Space moves to them.'}</VisuallyHidden>
    </PeekContext>
  );
}
