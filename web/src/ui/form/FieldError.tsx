import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Field.module.css';

/** A field's message with an icon, so that it is not marked by colour alone. `true` marks the field without a message. */
export const fieldError = (message: ReactNode): ReactNode =>
  message && message !== true ? <FieldError>{message}</FieldError> : message;

function FieldError({ children }: { children: ReactNode }) {
  return (
    <span className={classes.error}>
      <IconAlertCircle size={16} stroke={1.5} aria-hidden className={classes.icon} />
      <span>{children}</span>
    </span>
  );
}
