import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFragment } from '../../apollo/useFragment.ts';
import { ContentSkeleton, type ContentSkeletonProps } from '../../feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../../feedback/LoadFailure.tsx';
import { LoadingScreen } from '../../feedback/LoadingScreen.tsx';
import { graphql } from '../../gql/gql.ts';
import { PageFrame } from '../layout/PageFrame.tsx';

const viewerFragment = graphql(`fragment PagePlaceholder_viewer on Viewer { user { id } }`);

interface PagePlaceholderProps extends ContentSkeletonProps {
  /** Known parts of the page's header. */
  header?: ReactNode;
  failed: boolean;
  onRetry: () => void;
  what?: string;
}

/** A page while its content is loading or after a failure. The loading screen is for the console's first page. */
export function PagePlaceholder({ header, failed, onRetry, what = 'This page', of }: PagePlaceholderProps) {
  const { complete } = useFragment(viewerFragment, { __typename: 'Viewer' });
  const failure = failed && (
    <>
      {!header && <VisuallyHidden component="h1">{what}</VisuallyHidden>}
      <LoadFailure what={what} onRetry={onRetry} />
    </>
  );
  if (!complete) return failure || <LoadingScreen />;
  if (failure) return <PageFrame header={header}>{failure}</PageFrame>;
  return (
    <PageFrame
      header={header || <Skeleton h={36} maw={240} />}
      side={of && of !== 'list' && <Skeleton h={240} />}
      sideLabel={of === 'form' ? 'Help' : 'Summary'}
    >
      <ContentSkeleton of={of} />
    </PageFrame>
  );
}
