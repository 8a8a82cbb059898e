import { Paper } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { RedirectToPageNotFound } from '../ui/navigation/RedirectToPageNotFound.tsx';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { PendingList } from './PendingList.tsx';

const pageQuery = graphql(`
  query PendingPage {
    viewer {
      ...Shell_viewer
      organisation { id brandName }
      pendingItems { ...PendingList_item @unmask } # an item has no cache id
    }
  }
`);

const title = 'Pending items';

/** Pending items of the viewer. */
export function Component() {
  const { data, failed, whole, retry } = usePageQuery(pageQuery);
  const viewer = data?.viewer;
  usePageTitle(title, viewer?.organisation?.brandName);
  const items = viewer?.pendingItems;
  const header = (
    <PageHeader crumbs={[{ label: 'Organisation', to: '/O' }]} title={title} count={items?.length || undefined} />
  );
  if (whole && !items) return <RedirectToPageNotFound />;
  if (!viewer || !items)
    return <PagePlaceholder header={header} of="list" what={title} failed={failed} onRetry={retry} />;
  return (
    <PageFrame header={header}>
      <Paper p="lg">
        <PendingList items={items} ownOrganisationId={viewer.organisation?.id ?? null} />
      </Paper>
    </PageFrame>
  );
}
