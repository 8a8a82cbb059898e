import { Button, Stack } from '@mantine/core';
import { Link, useSearchParams } from 'react-router-dom';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { graphql } from '../gql/gql.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { ActivityTabs } from '../ui/page/ActivityTabs.tsx';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { useOrganisationHeader } from '../ui/page/useOrganisationHeader.tsx';
import { withParameters } from '../ui/table/listAddress.ts';
import { ReviewList } from './ReviewList.tsx';
import { ReviewSettings } from './ReviewSettings.tsx';
import { SeriesList } from './SeriesList.tsx';

const pageQuery = graphql(`
  query ReviewsPage($id: ID!, $own: Boolean!, $after: String) {
    viewer {
      ...Shell_viewer
      organisation @include(if: $own) {
        ...ReviewsPage_organisation @unmask # this page's own fields, from either place
      }
    }
    organisation(id: $id) @skip(if: $own) {
      ...useOrganisationHeader_organisation
      ...ReviewsPage_organisation @unmask # this page's own fields, from either place
    }
  }
`);

graphql(`
  fragment ReviewsPage_organisation on Organisation {
    id
    brandName
    viewerCanViewActivity
    viewerCanViewAccessReviews
    viewerCanStartAccessReview
    accessReviews(first: 25, after: $after) {
      ...ReviewList_reviews @unmask # a page of a list has no cache id
    }
    ...SeriesList_organisation
    ...ReviewSettings_organisation
  }
`);

const title = 'Access reviews';
const main = ['accessReviews'];

/** The access reviews of the viewer's own organisation, or of the one in the address. */
export function Component() {
  const [address, setAddress] = useSearchParams();
  const after = address.get('after');
  const page = useOrganisationQuery(pageQuery, { main, keep: true }, { after });
  const { own, organisation, loading, retry } = page;
  const { trail } = useTrail();
  const start = organisation?.viewerCanStartAccessReview && (
    <Button component={Link} to={own ? '/O/reviews/new' : `/O/${organisation.id}/reviews/new`} state={trail}>
      Start access review
    </Button>
  );
  const tabs = useOrganisationHeader('reviews', { actions: start });
  const both = organisation?.viewerCanViewActivity && <ActivityTabs current="reviews" />;
  const header = own ? (
    <PageHeader crumbs={[{ label: 'Organisation', to: '/O' }]} title={title} actions={start} tabs={both} />
  ) : (
    tabs && (
      <>
        {tabs}
        {both}
      </>
    )
  );
  return (
    <OrganisationFrame title={title} header={header} page={page} needs="viewerCanViewAccessReviews">
      {(shown) => (
        <Stack gap="lg">
          <ReviewList
            reviews={shown.accessReviews}
            loading={loading}
            canStart={shown.viewerCanStartAccessReview}
            onRetry={retry}
            onPage={(cursor) => setAddress(withParameters(address, { after: cursor }))}
          />
          <SeriesList organisation={shown} />
          <ReviewSettings organisation={shown} />
        </Stack>
      )}
    </OrganisationFrame>
  );
}
