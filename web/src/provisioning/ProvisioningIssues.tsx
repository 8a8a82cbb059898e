import type { FragmentType } from '@apollo/client';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { ProvisioningIssues_ProvisioningFragment } from '../gql/graphql.ts';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { RowLink } from '../ui/table/RowLink.tsx';
import type { Column } from '../ui/table/TableRow.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { Moment } from '../ui/values/Moment.tsx';

const provisioningFragment = graphql(`
  fragment ProvisioningIssues_provisioning on Provisioning {
    id
    issueCount
    issues { id kind userId fullName email providerEmail reason reviewId since }
  }
`);

type Issue = ProvisioningIssues_ProvisioningFragment['issues'][number];

export interface ProvisioningIssuesProps {
  provisioning: FragmentType<ProvisioningIssues_ProvisioningFragment>;
  /** The page of a user, by id. */
  userPath: (id: string) => string;
  loading: boolean;
  onRetry: () => void;
}

const words: Readonly<Record<Issue['kind'], (issue: Issue) => { what: string; todo: string }>> = {
  DEACTIVATION_FAILED: ({ reason }) => ({
    what: `Could not be deactivated. ${reason}`,
    todo: 'If this user has left, deactivate them here.',
  }),
  RETURNED_AFTER_REVIEW: () => ({
    what: 'An access review removed the access of this user. The identity provider then activated them again.',
    todo: 'If the user should have no access, remove them at the identity provider and deactivate them in the console. Otherwise, start a new access review and keep their access.',
  }),
  EMAIL_DIFFERS: ({ providerEmail }) => ({
    what: `Email differs at the identity provider: ${providerEmail}`,
    todo: 'Create a user with this address. Then deactivate this user, and hand over responsibilities to the new one. The identity provider then manages the new one.',
  }),
};

/** Users that an Organiser must check, each with the next step. Renders nothing if there are none. */
export function ProvisioningIssues({ provisioning, userPath, ...rest }: ProvisioningIssuesProps) {
  const { data, complete } = useFragment(provisioningFragment, provisioning);
  const { trail } = useTrail();
  if (!complete || data.issueCount === 0) return null;
  const columns: readonly Column<Issue>[] = [
    {
      key: 'user',
      title: 'User',
      weight: 2,
      full: ({ fullName, email }) => `${fullName}, ${email}`,
      render: ({ userId, fullName, email }) => (
        <>
          <RowLink to={userPath(userId)}>{fullName}</RowLink>
          <Text span display="block" size="sm" c="dimmed" translate="no">
            {email}
          </Text>
        </>
      ),
    },
    {
      key: 'issue',
      title: 'What to do',
      weight: 5,
      wraps: true,
      narrow: 'second line',
      full: (issue) => Object.values(words[issue.kind](issue)).join(' '),
      render: (issue) => {
        const { what, todo } = words[issue.kind](issue);
        return (
          <>
            {what}
            <Text span display="block" size="sm" c="dimmed">
              {todo}{' '}
              {issue.reviewId !== null && (
                <Anchor component={Link} to={`/O/reviews/${issue.reviewId}`} state={trail}>
                  View the access review
                </Anchor>
              )}
            </Text>
          </>
        );
      },
    },
    {
      key: 'since',
      title: 'Since',
      kind: 'date',
      min: 176,
      narrow: 'second line',
      render: ({ since }) => <Moment at={since} withTime />,
    },
  ];
  return (
    <TableSection heading="Users to check" count={data.issueCount} collapsible="provisioning-issues">
      <DataTable
        caption="Users to check"
        columns={columns}
        list={{ nodes: data.issues, totalCount: data.issues.length }}
        emptyReason="No users to check."
        {...rest}
      />
    </TableSection>
  );
}
