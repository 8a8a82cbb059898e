import { Container, Stack } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { AssessmentList } from '../assessments/AssessmentList.tsx';
import { useAssessmentListParams } from '../assessments/assessmentListParams.ts';
import { graphql } from '../gql/gql.ts';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { OrganisationHeader } from './OrganisationHeader.tsx';
import { OrganisationPlaceholder } from './OrganisationPlaceholder.tsx';

const pageQuery = graphql(`
  query OrganisationAssessmentsPage(
    $id: ID!
    $search: String
    $filter: AssessmentFilter
    $orderBy: AssessmentOrder
    $first: Int!
    $offset: Int
  ) {
    viewer {
      ...Shell_viewer
    }
    organisation(id: $id) {
      id
      brandName
      ...OrganisationHeader_organisation
      ...AssessmentList_organisation @unmask # the last result is shown while the next one is loading
    }
    lookups {
      ...AssessmentList_lookups
    }
  }
`);

const main = ['organisation', 'organisation.assessments'];

export function OrganisationAssessmentsPage({ id }: { id: string }) {
  const { params, variables } = useAssessmentListParams();
  const { data, loading, failed, missing, whole, retry } = usePageQuery(
    pageQuery,
    { id, ...variables },
    { main, keep: () => true },
  );
  const organisation = data?.organisation;
  usePageTitle('Assessment', organisation?.brandName);
  if (missing || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!organisation) return <OrganisationPlaceholder id={id} tab="asmt" failed={failed} onRetry={retry} />;
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg">
        <OrganisationHeader organisation={organisation} tab="asmt" />
        <AssessmentList
          organisationId={id}
          lookups={data.lookups}
          assessments={organisation.assessments}
          params={params}
          loading={loading}
          onRetry={retry}
        />
      </Stack>
    </Container>
  );
}
