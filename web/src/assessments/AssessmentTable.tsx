import { Badge, Box, Group } from '@mantine/core';
import { useContext, useEffect } from 'react';
import { graphql } from '../gql/gql.ts';
import type { AssessmentTable_AssessmentFragment, AssessmentTable_AssessmentsFragment } from '../gql/graphql.ts';
import { PeekContext } from '../ui/keyboard/peekContext.ts';
import { RowButton, RowButtonLink } from '../ui/layout/RowButton.tsx';
import { httpAddress } from '../ui/navigation/httpAddress.ts';
import { DataTable, type ListTableProps } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/TableRow.tsx';
import { MissingValue } from '../ui/values/MissingValue.tsx';
import { Moment } from '../ui/values/Moment.tsx';
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

interface AssessmentTableProps extends Omit<ListTableProps, 'emptyReason'> {
  organisationId: string;
  assessments: AssessmentTable_AssessmentsFragment | null | undefined;
  statuses: readonly { id: string; label: string }[] | null | undefined;
  /** A status was changed. */
  onChanged: () => void;
}

/** The title with the model, because assessments of the same area can have equal titles. */
const nameOf = ({ title, modelTitle }: Row) => [title, modelTitle].filter(Boolean).join(', ');

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
  // On a wide screen the panel makes the table narrow, and Details would lose the focus if it moved.
  const isPhone = window.matchMedia('(max-width: 48em)').matches;
  const renderStatus = (row: Row) => (
    <AssessmentStatusSelect
      organisationId={organisationId}
      assessment={row}
      name={nameOf(row)}
      statuses={statuses}
      onChanged={onChanged}
    />
  );
  const renderActs = (row: Row) => (
    <>
      <RowButton
        aria-label={`Details of ${nameOf(row)}`}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => peek?.show(row.id, { from: currentTarget, focus: true })}
      >
        Details
      </RowButton>
      <EditLink address={row.editUrl} name={nameOf(row)} />
    </>
  );
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
    { ...textColumn('model', 'Model', ({ modelTitle }) => modelTitle), weight: 4, wraps: true, narrow: 'second line' },
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
      min: 166,
      narrow: 'second line',
      sortable: true,
      second: (row) => (
        <Group gap="4px sm">
          {renderStatus(row)}
          {isPhone && renderActs(row)}
        </Group>
      ),
      render: renderStatus,
    },
    {
      key: 'action',
      title: 'Action',
      kind: 'action',
      min: 136,
      narrow: isPhone ? 'second line' : 96,
      // The buttons are next to the status.
      second: () => null,
      render: (row) => <Group gap="4px xs">{renderActs(row)}</Group>,
    },
  ];
  return (
    <DataTable
      caption="Assessments"
      columns={columns}
      list={assessments}
      fragment={rowFragment}
      emptyReason="This organisation has no assessments. Assessments are created in Auditor and then appear here."
      {...rest}
    />
  );
}

/** Links to the auditor module, where assessments are edited. */
function EditLink({ address, name }: { address: string | null; name: string }) {
  const href = address && httpAddress(address);
  if (!href) return null;
  return (
    <RowButtonLink to={href} target="_blank" rel="noopener noreferrer" aria-label={`Edit ${name} in a new tab`}>
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
