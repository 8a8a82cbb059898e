import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { MoreActions } from './MoreActions.tsx';
import type { PageAction } from './pageAction.ts';

interface PageActionsProps {
  /** A button or a link. */
  primary: ReactNode;
  others: readonly PageAction[];
  /** Whether these actions are in a menu at every width. */
  compact?: boolean;
}

/** The actions of a page's header: next to the primary one, or on a phone in a menu. */
export function PageActions({ primary, others, compact = false }: PageActionsProps) {
  return (
    <>
      {!compact &&
        others.map(({ label, ...action }) =>
          'to' in action ? (
            <Button key={label} component={Link} variant="default" visibleFrom="sm" {...action}>
              {label}
            </Button>
          ) : (
            <Button key={label} variant="default" visibleFrom="sm" onClick={action.onClick}>
              {label}
            </Button>
          ),
        )}
      {primary}
      {others.length > 0 && <MoreActions actions={others} place={compact ? 'page' : 'phone'} />}
    </>
  );
}
