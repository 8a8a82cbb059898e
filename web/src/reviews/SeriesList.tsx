import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { SeriesList_OrganisationFragment } from '../gql/graphql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { dayText, scopeText } from './reviewWords.ts';

const organisationFragment = graphql(`
  fragment SeriesList_organisation on Organisation {
    id
    accessReviewSeries { id name months days scope roles reviewers nextOn createdBy viewerCanEnd }
  }
`);

const endDocument = graphql(`
  mutation SeriesList_End($input: EndAccessReviewSeriesInput!) {
    endAccessReviewSeries(input: $input) { accessReviewSeries { id organisationId } }
  }
`);

type Series = NonNullable<SeriesList_OrganisationFragment['accessReviewSeries']>[number];

/** The recurring reviews; renders nothing without one. */
export function SeriesList({ organisation }: { organisation: FragmentType<SeriesList_OrganisationFragment> }) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const series = complete ? data.accessReviewSeries : null;
  if (!series?.length) return null;
  return (
    <TableSection heading="Recurring" count={series.length}>
      <DataTable
        caption="Recurring access reviews"
        columns={columns}
        list={{ totalCount: series.length, nodes: series }}
        loading={false}
        emptyReason="No recurring access reviews."
        onRetry={() => undefined}
      />
    </TableSection>
  );
}

const columns: readonly Column<Series>[] = [
  textColumn('name', 'Name', ({ name }) => name),
  {
    ...textColumn<Series>('every', 'Recurrence', ({ months }) => `Every ${months} months`),
    narrow: 'second line',
  },
  {
    ...textColumn<Series>('next', 'Next start', ({ nextOn }) => dayText(nextOn)),
    narrow: 'second line',
    second: ({ nextOn }) => `Next ${dayText(nextOn)}`,
  },
  {
    ...textColumn<Series>('scope', 'People', ({ scope, roles }) => scopeText(scope, roles)),
    narrow: 'left out',
  },
  {
    ...textColumn<Series>('reviewers', 'Reviewers', ({ reviewers }) => reviewers.join(', ') || 'Supervisors'),
    narrow: 'left out',
  },
  { ...textColumn<Series>('by', 'Set up by', ({ createdBy }) => createdBy), narrow: 'left out' },
  {
    key: 'action',
    title: 'Action',
    kind: 'action',
    min: 96,
    narrow: 96,
    render: ({ id, name, viewerCanEnd }) =>
      viewerCanEnd && (
        <ConfirmedMutationButton
          label="End"
          ariaLabel={`End ${isolated(name)}`}
          question={`End the recurring access review ${isolated(name)}?`}
          compact
          keyed={false}
          mutation={endDocument}
          variables={() => ({ input: { seriesId: id } })}
          success="Recurring access review ended"
          update={(cache) => {
            cache.evict({ id: cache.identify({ __typename: 'AccessReviewSeries', id }) });
          }}
        >
          No further reviews will start. Open reviews continue. This cannot be undone.
        </ConfirmedMutationButton>
      ),
  },
];
