import { usePageQuery } from '../apollo/usePageQuery.ts';
import { AssessmentList } from '../assessments/AssessmentList.tsx';
import { useAssessmentListParams } from '../assessments/assessmentListParams.ts';
import { graphql } from '../gql/gql.ts';
import { OrganisationTabFrame } from './OrganisationTabFrame.tsx';

const pageQuery = graphql(`
  query OrganisationAssessmentsPage(
    $id: ID!, $search: String, $filter: AssessmentFilter, $orderBy: AssessmentOrder, $first: Int!, $offset: Int
  ) {
    viewer { ...Shell_viewer }
    organisation(id: $id) {
      id
      brandName
      ...OrganisationHeader_organisation
      ...AssessmentList_organisation @unmask # the last result is shown while the next one is loading
    }
    lookups { ...AssessmentList_lookups }
  }
`);

const main = ['organisation', 'organisation.assessments'];

export function OrganisationAssessmentsPage({ id }: { id: string }) {
  const { params, variables } = useAssessmentListParams();
  const page = usePageQuery(pageQuery, { id, ...variables }, { main, keep: () => true });
  return (
    <OrganisationTabFrame id={id} tab="asmt" title="Assessment" page={page}>
      {({ assessments }, { lookups }) => (
        <AssessmentList
          organisationId={id}
          lookups={lookups}
          assessments={assessments}
          params={params}
          loading={page.loading}
          onRetry={page.retry}
        />
      )}
    </OrganisationTabFrame>
  );
}
