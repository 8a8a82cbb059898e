import type { ReactNode } from 'react';
import classes from './Seal.module.css';

/** A seal before a name, which is truncated where there is no room. */
export function WithSeal({ seal, children }: { seal: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.row}>
      {seal}
      <span className={classes.name}>{children}</span>
    </span>
  );
}
