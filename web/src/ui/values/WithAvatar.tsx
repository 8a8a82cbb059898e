import type { ReactNode } from 'react';
import classes from './Avatar.module.css';

/** An avatar before a name, which is truncated where there is no room. */
export function WithAvatar({ avatar, children }: { avatar: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.row}>
      {avatar}
      <span className={classes.name} translate="no">
        {children}
      </span>
    </span>
  );
}
