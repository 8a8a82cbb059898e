import type { ComponentProps, ReactNode } from 'react';
import type { ContentSkeletonProps } from '../../feedback/ContentSkeleton.tsx';
import { PageFrame } from '../layout/PageFrame.tsx';
import { type Crumb, PageHeader } from '../layout/PageHeader.tsx';
import { RedirectToPageNotFound } from '../layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../layout/usePageTitle.ts';
import { NoOwnOrganisation } from './NoOwnOrganisation.tsx';
import { PagePlaceholder } from './PagePlaceholder.tsx';

interface OwnData {
  viewer: { organisation: { brandName: string } | null } | null;
}

type Organisation<Data extends OwnData> = NonNullable<NonNullable<Data['viewer']>['organisation']>;

interface OwnOrganisationFrameProps<Data extends OwnData> extends ContentSkeletonProps {
  title: string;
  crumbs?: readonly Crumb[];
  /** The result of the page's query. */
  page: { data: Data | undefined; failed: boolean; missing: boolean; whole: boolean; retry: () => void };
  /** What the header shows beside the title once the organisation is loaded. */
  header?: (organisation: Organisation<Data>) => Partial<ComponentProps<typeof PageHeader>>;
  children: (organisation: Organisation<Data>, data: Data) => ReactNode;
}

/** A page of the viewer's own organisation: its header, and the content once the query is answered. */
export function OwnOrganisationFrame<Data extends OwnData>(props: OwnOrganisationFrameProps<Data>) {
  const { title, crumbs, page, header, of, children } = props;
  const { data, failed, missing, whole, retry } = page;
  const viewer = data?.viewer;
  const organisation = viewer?.organisation;
  usePageTitle(title, organisation?.brandName);
  if (missing) return <RedirectToPageNotFound />;
  const common = { ...(crumbs && { crumbs }), title };
  if (viewer && !organisation && whole) return <NoOwnOrganisation />;
  if (!data || !organisation)
    return (
      <PagePlaceholder
        header={<PageHeader {...common} />}
        of={of}
        what="Your organisation"
        failed={failed}
        onRetry={retry}
      />
    );
  const loaded: Organisation<Data> = organisation;
  return <PageFrame header={<PageHeader {...common} {...header?.(loaded)} />}>{children(loaded, data)}</PageFrame>;
}
