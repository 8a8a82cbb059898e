import { useParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { useOrganisationHeader } from '../ui/page/useOrganisationHeader.tsx';
import { AssessmentList } from './AssessmentList.tsx';
import { useAssessmentListParams } from './assessmentListParams.ts';

const pageQuery = graphql(`
  query AssessmentsPage(
    $id: ID!, $search: String, $filter: AssessmentFilter, $orderBy: AssessmentOrder, $first: Int!, $offset: Int
  ) {
    viewer { ...Shell_viewer }
    organisation(id: $id) {
      id
      brandName
      ...useOrganisationHeader_organisation
      ...AssessmentList_organisation @unmask # the last result is shown while the next one is loading
    }
    lookups { ...AssessmentList_lookups }
  }
`);

const main = ['organisation', 'organisation.assessments'];

export function Component() {
  const { orgId: id = '' } = useParams();
  const { params, variables } = useAssessmentListParams();
  const page = usePageQuery(pageQuery, { id, ...variables }, { main, keep: (shown) => shown.organisation?.id === id });
  const header = useOrganisationHeader('asmt');
  return (
    <OrganisationFrame
      title="Assessment"
      header={header}
      page={{ ...page, own: false, organisation: page.data?.organisation }}
    >
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
    </OrganisationFrame>
  );
}
