import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { FocusableButton } from './FocusableButton.tsx';
import classes from './RowButton.module.css';

/** A quiet button in a row of a table. A plain element, because Mantine's button costs several times as much and a page has a hundred. */
export function RowButton(props: ComponentProps<'button'>) {
  return <FocusableButton className={classes.button} {...props} />;
}

interface ActionButtonProps extends ComponentProps<'button'> {
  /** Small, for a table row. */
  compact: boolean;
}

/** The same button in a row of a table and on a page. */
export const ActionButton = ({ compact, ...props }: ActionButtonProps) =>
  compact ? <RowButton {...props} /> : <Button variant="default" {...props} />;

/** A link that looks like a `RowButton`. */
export function RowButtonLink(props: ComponentProps<typeof Link>) {
  return <Link className={classes.button} {...props} />;
}
