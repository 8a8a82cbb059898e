import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { lazyPart } from '../../feedback/lazyPart.tsx';
import type { PageAction } from './MoreActions.tsx';

interface PageActionsProps {
  /** A button or a link. */
  primary: ReactNode;
  others: readonly PageAction[];
  /** The others are in a menu at every width. */
  compact?: boolean;
}

// Menus are large and not needed before the page is rendered.
const MoreActions = lazyPart(async () => (await import('./MoreActions.tsx')).MoreActions);

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
      {others.length > 0 && (
        <Suspense fallback={<Skeleton w={36} h={36} {...(!compact && { hiddenFrom: 'sm' })} />}>
          <MoreActions actions={others} place={compact ? 'page' : 'phone'} />
        </Suspense>
      )}
    </>
  );
}
