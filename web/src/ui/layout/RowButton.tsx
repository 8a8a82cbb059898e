import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { FocusableButton } from './FocusableButton.tsx';
import classes from './RowButton.module.css';

interface RowButtonLook {
  /** Whether the row needs this action next. */
  primary?: boolean;
}

/** A quiet button in a row of a table. A plain element, because Mantine's button costs several times as much and a page has a hundred. */
export function RowButton({ primary, ...props }: ComponentProps<'button'> & RowButtonLook) {
  return <FocusableButton className={classes.button} data-primary={primary || undefined} {...props} />;
}

interface ActionButtonProps extends ComponentProps<'button'>, RowButtonLook {
  /** Small buttons for a table row. */
  compact: boolean;
}

/** One button for a table's row and a page. */
export const ActionButton = ({ compact, primary, ...props }: ActionButtonProps) =>
  compact ? <RowButton primary={primary} {...props} /> : <Button variant={primary ? 'filled' : 'default'} {...props} />;

/** A link that looks like a `RowButton`. */
export function RowButtonLink({ primary, ...props }: ComponentProps<typeof Link> & RowButtonLook) {
  return <Link className={classes.button} data-primary={primary || undefined} {...props} />;
}
