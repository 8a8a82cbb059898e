import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { heightVariableRef } from '../../feedback/heightVariableRef.ts';
import classes from './StickyActions.module.css';

// The margins of card and page below the buttons at the end of the page.
const margins = 28;
const measured = heightVariableRef('--console-actions', (bar) => bar.offsetHeight + margins);

/** The buttons at the end of a form, visible however long the form is. */
export function StickyActions({ children }: { children: ReactNode }) {
  return (
    <Group ref={measured} gap="sm" className={classes.actions}>
      {children}
    </Group>
  );
}
