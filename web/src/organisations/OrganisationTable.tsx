import { graphql } from '../gql/gql.ts';
import type {
  OrganisationTable_OrganisationFragment,
  OrganisationTable_OrganisationsFragment,
} from '../gql/graphql.ts';
import { type AssessmentCounts, completedAssessmentShare } from '../ui/page/completedAssessmentShare.ts';
import { OrganisationAvatar } from '../ui/page/OrganisationAvatar.tsx';
import { DataTable, type ListTableProps } from '../ui/table/DataTable.tsx';
import { RowLink } from '../ui/table/RowLink.tsx';
import type { Column } from '../ui/table/TableRow.tsx';
import { formatOptionalCount } from '../ui/values/format.ts';
import { ShareBar } from '../ui/values/ShareBar.tsx';
import { WithAvatar } from '../ui/values/WithAvatar.tsx';

graphql(`
  fragment OrganisationTable_organisations on OrganisationConnection {
    totalCount
    totals { ...OrganisationTable_counts @unmask } # counts have no cache id
    nodes { id ...OrganisationTable_organisation }
  }
`);

// Mutations select it too, so that a row added to a list is complete.
const rowFragment = graphql(`
  fragment OrganisationTable_organisation on Organisation {
    id
    brandName
    state
    createdAt
    icon { name url }
    counts { ...OrganisationTable_counts @unmask } # counts have no cache id
  }
`);

// The panel next to the list and a changed assessment select it too.
graphql(`
  fragment OrganisationTable_counts on OrganisationCounts {
    models
    pendingAssessments
    completedAssessments
    assessments
    assessors
    auditees
  }
`);

type Row = OrganisationTable_OrganisationFragment;

/** The row of totals has only counts. */
const noOrganisation = {
  __typename: 'Organisation',
  id: '',
  brandName: '',
  state: 'ACTIVE',
  createdAt: null,
  icon: null,
} as const;
type Count = Exclude<keyof NonNullable<Row['counts']>, '__typename'>;

/** The schema's names of the sortable columns. */
export const organisationSorts = {
  organisation: 'BRAND_NAME',
  models: 'MODELS',
  assessments: 'ASSESSMENTS',
  assessors: 'ASSESSORS',
  auditees: 'AUDITEES',
} as const;

const countColumn = (key: Count, title: string, more: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  title,
  kind: 'number',
  sortable: key in organisationSorts,
  narrow: 'left out',
  render: ({ counts }) => formatOptionalCount(counts?.[key]),
  ...more,
});

const counts: readonly Column<Row>[] = [
  countColumn('models', 'Allocated Models', {
    min: 104,
    narrow: 'second line',
    second: ({ counts }) =>
      counts && `${formatOptionalCount(counts.models)} ${counts.models === 1 ? 'model' : 'models'}`,
  }),
  countColumn('pendingAssessments', 'Pending', { group: 'Assessments', min: 76 }),
  countColumn('completedAssessments', 'Completed', {
    group: 'Assessments',
    min: 92,
    narrow: 'second line',
    second: ({ counts }) =>
      counts &&
      (counts.assessments === 0
        ? 'No assessments'
        : `${formatOptionalCount(counts.completedAssessments)} of ${formatOptionalCount(counts.assessments)} assessments completed`),
    render: ({ counts }) => <CompletedAssessmentCount counts={counts} />,
  }),
  countColumn('assessments', 'Total', { group: 'Assessments', min: 64 }),
  countColumn('assessors', 'Assessors'),
  countColumn('auditees', 'Auditees'),
];

interface OrganisationTableProps extends ListTableProps {
  caption: string;
  organisations: OrganisationTable_OrganisationsFragment | null | undefined;
}

/** Organisations with their counts. */
export function OrganisationTable({ organisations, ...rest }: OrganisationTableProps) {
  const columns: readonly Column<Row>[] = [
    {
      key: 'organisation',
      title: 'Organisation',
      min: 220,
      sortable: true,
      full: ({ brandName }) => brandName,
      render: (organisation) => (
        <WithAvatar avatar={<OrganisationAvatar organisation={organisation} size={24} />}>
          <RowLink to={`/O/${organisation.id}?from=T`}>{organisation.brandName}</RowLink>
        </WithAvatar>
      ),
    },
    ...counts,
  ];
  const totals = organisations?.totals;
  const total = totals && ({ ...noOrganisation, counts: totals } satisfies Row);
  return <DataTable columns={columns} list={organisations} fragment={rowFragment} total={total} {...rest} />;
}

/** The number of completed assessments above a bar of all. */
function CompletedAssessmentCount({ counts }: { counts: AssessmentCounts | null }) {
  const share = completedAssessmentShare(counts);
  return (
    <>
      {formatOptionalCount(counts?.completedAssessments)}
      {share !== undefined && counts?.assessments !== 0 && <ShareBar share={share} />}
    </>
  );
}
