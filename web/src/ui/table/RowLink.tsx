import type { ReactNode } from 'react';
import { Link, useViewTransitionState } from 'react-router-dom';
import { useTrail } from '../layout/useTrail.ts';
import classes from './RowLink.module.css';

interface RowLinkProps {
  to: string;
  children: ReactNode;
}

/** The link of a row to its page; the name moves to the place of the page's title. */
export function RowLink({ to, children }: RowLinkProps) {
  const { trail } = useTrail();
  const opening = useViewTransitionState(to);
  return (
    <Link
      className={classes.link}
      to={to}
      state={trail}
      viewTransition={!window.matchMedia('(prefers-reduced-motion: reduce)').matches}
      data-opening={opening || undefined}
    >
      {children}
    </Link>
  );
}
