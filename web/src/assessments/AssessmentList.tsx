import type { FragmentType } from '@apollo/client';
import { Stack } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { beforeRowIsShown, lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { AssessmentList_LookupsFragment, AssessmentTable_AssessmentsFragment } from '../gql/graphql.ts';
import { PeekList } from '../ui/peek/PeekList.tsx';
import { yesOrNo } from '../ui/table/FilterSelect.tsx';
import { TableToolbar } from '../ui/table/TableToolbar.tsx';
import { AssessmentTable } from './AssessmentTable.tsx';
import { type AssessmentListParams, dependsOnStatus } from './assessmentListParams.ts';

const AssessmentPeek = lazyPart(async () => (await import('./AssessmentPeek.tsx')).AssessmentPeek, beforeRowIsShown);

// The page passes the list, because it knows which result to show while the next one is loading.
graphql(`
  fragment AssessmentList_organisation on Organisation {
    assessments(filter: $filter, search: $search, orderBy: $orderBy, first: $first, offset: $offset) {
      ...AssessmentTable_assessments @unmask # a page of a list has no cache id
    }
  }
`);

const lookupsFragment = graphql(`fragment AssessmentList_lookups on Lookups { assessmentStatuses { id label } }`);

interface AssessmentListProps {
  organisationId: string;
  lookups: FragmentType<AssessmentList_LookupsFragment>;
  assessments: AssessmentTable_AssessmentsFragment | null | undefined;
  params: AssessmentListParams;
  loading: boolean;
  onRetry: () => void;
}

/** The assessments of an organisation. */
export function AssessmentList({ lookups, params, ...rest }: AssessmentListProps) {
  const { data } = useFragment(lookupsFragment, lookups);
  const { assessmentStatuses: statuses } = data as Partial<AssessmentList_LookupsFragment>;
  // With search, filters or order only the server knows the rows of the page.
  const onChanged = () => {
    if (dependsOnStatus(params)) rest.onRetry();
  };
  return (
    <Stack gap="xs">
      <TableToolbar
        searchLabel="Search assessments"
        narrowing={params.narrowing}
        exported={
          rest.assessments?.totalCount
            ? {
                list: 'ASSESSMENTS',
                name: 'Assessments',
                args: { organisationId: rest.organisationId, ...params.exported },
              }
            : undefined
        }
        filters={[
          { name: 'status', label: 'Status', options: statuses?.map(({ id, label }) => ({ value: id, label })) },
          { name: 'overdue', label: 'Overdue', options: yesOrNo },
        ]}
      />
      <PeekList panel={(id) => <AssessmentPeek id={id} statuses={statuses} />}>
        <AssessmentTable
          statuses={statuses}
          table={params.table}
          narrowing={params.narrowing}
          onChanged={onChanged}
          {...rest}
        />
      </PeekList>
    </Stack>
  );
}
