import { useFragment } from '@apollo/client/react';
import { Container, Skeleton, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { graphql } from '../../gql/gql.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';

const viewerFragment = graphql(`
  fragment PagePlaceholder_viewer on Viewer {
    user {
      id
    }
  }
`);

interface PagePlaceholderProps {
  /** The page's header, if it is known before the content. */
  header?: ReactNode;
  size?: ComponentProps<typeof Container>['size'];
  failed: boolean;
  onRetry: () => void;
  what?: string;
}

/** A page while its content is loading or after a failure. The loading screen is for the console's first page. */
export function PagePlaceholder({ header, size = 'xl', failed, onRetry, what = 'This page' }: PagePlaceholderProps) {
  const { complete } = useFragment({
    fragment: viewerFragment,
    fragmentName: 'PagePlaceholder_viewer',
    from: { __typename: 'Viewer' },
  });
  const failure = failed && <LoadFailure what={what} onRetry={onRetry} />;
  if (!complete) return failure || <LoadingScreen />;
  return (
    <Container size={size} py="lg">
      <Stack gap="lg">
        {header || <Skeleton data-testid="heading-skeleton" h={28} maw={240} mt={28} />}
        {failure || <ContentSkeleton />}
      </Stack>
    </Container>
  );
}
