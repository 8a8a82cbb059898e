import { Group } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { heightVariableRef } from '../feedback/heightVariableRef.ts';
import classes from './StickyActions.module.css';

// The field keeps the focus until the button is released: a message that appears on blur would move the button away from under the pointer.
const keepFocus = (event: MouseEvent) => event.preventDefault();
// The margins of card and page below the buttons at the end of the page.
const margins = 28;
const measured = heightVariableRef('--console-actions', (bar) => bar.offsetHeight + margins);

/** The buttons at the end of a form, visible however long the form is. */
export function StickyActions({ children }: { children: ReactNode }) {
  return (
    <Group ref={measured} gap="sm" className={classes.actions} onMouseDown={keepFocus}>
      {children}
    </Group>
  );
}
