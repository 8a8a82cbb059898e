import { Group } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { heightVariable } from './heightVariable.ts';
import classes from './StickyActions.module.css';

// The field keeps the focus until the button is released: a message that appears on leaving it would move the button away from under the pointer.
const keepFocus = (event: MouseEvent) => event.preventDefault();
// At the end of the page the buttons are above the margins of card and page.
const margins = 28;
const measured = heightVariable('--console-actions', (bar) => bar.offsetHeight + margins);

/** The buttons at the end of a form, visible however long the form is. */
export function StickyActions({ children }: { children: ReactNode }) {
  return (
    <Group ref={measured} gap="sm" className={classes.actions} onMouseDown={keepFocus}>
      {children}
    </Group>
  );
}
