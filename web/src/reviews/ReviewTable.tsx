import { Badge, Text } from '@mantine/core';
import { graphql } from '../gql/gql.ts';
import type { ReviewPeople_ItemsFragment, ReviewTable_ItemFragment } from '../gql/graphql.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { TableChoice } from '../ui/table/RowChoice.ts';
import { RowLink } from '../ui/table/RowLink.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import { roleLabels } from '../users/roleLabels.ts';
import { type DecisionActions, DecisionCell } from './DecisionCell.tsx';
import { factsText, outcomeLooks } from './reviewWords.ts';

// The mutation selects it too, so that a decided row is complete.
const rowFragment = graphql(`
  fragment ReviewTable_item on AccessReviewItem {
    id
    userId
    viewerCanViewUser
    fullName
    email
    isExternal
    homeOrganisation
    role
    roleAtStart
    department
    facts { kind at count text }
    reviewer
    decision
    newRole
    reason
    decidedBy
    decidedAt
    version
    viewerCanDecide
    assignableRoles
    outcome
    outcomeReason
    removalNote
    viewerCanExplain
  }
`);

type Row = ReviewTable_ItemFragment;

interface ReviewTableProps {
  items: ReviewPeople_ItemsFragment | null | undefined;
  /** Whether the decisions are being or were applied. */
  ended: boolean;
  /** The page of a user. */
  pathOf: (userId: string) => string;
  loading: boolean;
  emptyReason: string;
  choice: TableChoice | undefined;
  actions: DecisionActions;
  onRetry: () => void;
}

/** The people of a review: facts for the decision, and the decision. */
export function ReviewTable({ ended, pathOf, actions, items, ...table }: ReviewTableProps) {
  const columns = columnsOf(ended, pathOf, actions);
  return <DataTable caption="People" columns={columns} list={items} fragment={rowFragment} {...table} />;
}

const roleText = ({ role, isExternal }: Row) => {
  if (!role) return isExternal ? 'External user' : '';
  return isExternal ? `${roleLabels[role]}, external` : roleLabels[role];
};

const columnsOf = (
  ended: boolean,
  pathOf: ReviewTableProps['pathOf'],
  actions: DecisionActions,
): readonly Column<Row>[] => [
  {
    key: 'person',
    title: 'Person',
    min: 200,
    full: ({ fullName, email }) => `${fullName}, ${email}`,
    render: ({ fullName, email, userId, viewerCanViewUser }) => (
      <>
        {viewerCanViewUser ? <RowLink to={pathOf(userId)}>{fullName}</RowLink> : fullName}
        <Text span display="block" size="sm" c="dimmed">
          {email}
        </Text>
      </>
    ),
  },
  { ...textColumn<Row>('role', 'Role', roleText), narrow: 'second line' },
  {
    ...textColumn<Row>(
      'department',
      'Department',
      ({ department, homeOrganisation }) => homeOrganisation ?? department,
    ),
    narrow: 'left out',
  },
  ...(ended
    ? [outcomeColumn]
    : [
        {
          ...textColumn<Row>('facts', 'Activity and access', ({ facts }) => factsText(facts)),
          // An element instead of a text, which would be cut after two lines.
          render: ({ facts }: Row) => <span>{factsText(facts) || '–'}</span>,
          min: 260,
          weight: 5,
          wraps: true,
          narrow: 'second line' as const,
        },
      ]),
  {
    key: 'action',
    title: 'Decision',
    kind: 'action',
    min: 364,
    max: 440,
    narrow: 'second line',
    render: (item) => <DecisionCell item={item} actions={actions} />,
  },
];

const outcomeColumn: Column<Row> = {
  key: 'outcome',
  title: 'Outcome',
  min: 200,
  weight: 4,
  wraps: true,
  narrow: 'second line',
  full: ({ outcomeReason }) => outcomeReason ?? '',
  render: ({ outcome, outcomeReason }) => {
    if (!outcome) return '–';
    const [label, color] = outcomeLooks[outcome];
    return (
      <>
        <Badge color={color}>{label}</Badge> {outcomeReason}
      </>
    );
  },
};
