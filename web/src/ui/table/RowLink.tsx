import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTrail } from '../navigation/useTrail.ts';
import classes from './RowLink.module.css';

interface RowLinkProps {
  to: string;
  children: ReactNode;
}

/** The link of a row to its page. */
export function RowLink({ to, children }: RowLinkProps) {
  const { trail } = useTrail();
  return (
    <Link className={classes.link} to={to} state={trail}>
      {children}
    </Link>
  );
}
