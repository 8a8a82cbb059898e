import { Badge, Box, Group } from '@mantine/core';
import { useContext, useEffect } from 'react';
import { graphql } from '../gql/gql.ts';
import type { AssessmentTable_AssessmentFragment, AssessmentTable_AssessmentsFragment } from '../gql/graphql.ts';
import { httpAddress } from '../ui/layout/httpAddress.ts';
import { MissingValue } from '../ui/layout/MissingValue.tsx';
import { Moment } from '../ui/layout/Moment.tsx';
import { PeekContext } from '../ui/layout/peekContext.ts';
import { RowButton, RowButtonLink } from '../ui/layout/RowButton.tsx';
import { DataTable, type ListTableProps } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/TableRow.tsx';
import { AssessmentStatusSelect, hideStatusUndo } from './AssessmentStatusSelect.tsx';

graphql(`
  fragment AssessmentTable_assessments on AssessmentConnection { totalCount nodes { id ...AssessmentTable_assessment } }
`);

// Mutations select it too, so that a changed row is complete.
const rowFragment = graphql(`
  fragment AssessmentTable_assessment on Assessment {
    id
    title
    modelTitle
    assessorName
    auditeeName
    endDate
    overdue
    editUrl
    status
    ...AssessmentStatusSelect_assessment
  }
`);

type Row = AssessmentTable_AssessmentFragment;

interface AssessmentTableProps extends Omit<ListTableProps, 'emptyWhy'> {
  organisationId: string;
  assessments: AssessmentTable_AssessmentsFragment | null | undefined;
  statuses: readonly { id: string; label: string }[] | null | undefined;
  /** A status was changed. */
  onChanged: () => void;
}

const renderEnd = ({ endDate, overdue }: Row) => (
  <Group gap="xs" wrap="nowrap">
    <Box flex="none">{day(endDate)}</Box>
    {overdue && (
      <Badge color="red" flex="none">
        Overdue
      </Badge>
    )}
  </Group>
);

/** Assessments with an editable status and links to their details. */
export function AssessmentTable({ organisationId, assessments, statuses, onChanged, ...rest }: AssessmentTableProps) {
  const peek = useContext(PeekContext);
  useEffect(function endOffer() {
    return hideStatusUndo;
  }, []);
  const columns: readonly Column<Row>[] = [
    {
      key: 'title',
      title: 'Title',
      min: 240,
      weight: 6,
      sortable: true,
      full: ({ title }) => title,
      render: ({ title }) => title,
    },
    { ...textColumn('model', 'Model', ({ modelTitle }) => modelTitle), weight: 4, narrow: 'second line' },
    textColumn('assessor', 'Assessor', ({ assessorName }) => assessorName),
    textColumn('auditee', 'Auditee', ({ auditeeName }) => auditeeName),
    {
      key: 'end',
      title: 'End',
      kind: 'date',
      sortable: true,
      min: 184,
      narrow: 'second line',
      second: (row) => row.endDate && renderEnd(row),
      render: renderEnd,
    },
    {
      key: 'status',
      title: 'Status',
      kind: 'action',
      min: 152,
      narrow: 'second line',
      sortable: true,
      render: (row) => (
        <AssessmentStatusSelect
          organisationId={organisationId}
          assessment={row}
          statuses={statuses}
          onChanged={onChanged}
        />
      ),
    },
    {
      key: 'action',
      title: 'Action',
      kind: 'action',
      min: 136,
      narrow: 96,
      render: (row) => (
        <Group gap="4px xs">
          <RowButton
            aria-label={`Details of ${row.title}`}
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => peek?.show(row.id, { from: currentTarget, focus: true })}
          >
            Details
          </RowButton>
          <EditLink address={row.editUrl} title={row.title} />
        </Group>
      ),
    },
  ];
  return (
    <DataTable
      caption="Assessments"
      columns={columns}
      list={assessments}
      fragment={rowFragment}
      emptyWhy="This organisation has no assessment. Assessments are created in Auditor, and are listed here from then on."
      {...rest}
    />
  );
}

/** Links to the auditor module, where assessments are edited. */
function EditLink({ address, title }: { address: string | null; title: string }) {
  const href = address && httpAddress(address);
  if (!href) return null;
  return (
    <RowButtonLink to={href} target="_blank" rel="noopener noreferrer" aria-label={`Edit ${title} in a new tab`}>
      Edit
    </RowButtonLink>
  );
}

const day = (at: string | null) => (at ? <Moment at={at} /> : <MissingValue />);

const textColumn = (key: string, title: string, text: (row: Row) => string | null): Column<Row> => ({
  key,
  title,
  min: 104,
  narrow: 'left out',
  full: (row) => text(row) ?? '',
  render: (row) => text(row) || <MissingValue />,
});
