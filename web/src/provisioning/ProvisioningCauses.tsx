import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { ProvisioningCauses_ProvisioningFragment } from '../gql/graphql.ts';
import { RowButton } from '../ui/layout/RowButton.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/TableRow.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { countOf, formatCount } from '../ui/values/format.ts';
import { isolated } from '../ui/values/isolated.ts';
import { Moment } from '../ui/values/Moment.tsx';

const provisioningFragment = graphql(`
  fragment ProvisioningCauses_provisioning on Provisioning {
    id
    causes { kind value userCount lastAt }
  }
`);

const acknowledgeDocument = graphql(`
  mutation ProvisioningCauses_Acknowledge($input: AcknowledgeEmailDomainInput!) {
    acknowledgeEmailDomain(input: $input) { provisioning { id ...ProvisioningCauses_provisioning } }
  }
`);

type Cause = NonNullable<ProvisioningCauses_ProvisioningFragment['causes']>[number] & { id: string };

export interface ProvisioningCausesProps {
  provisioning: FragmentType<ProvisioningCauses_ProvisioningFragment>;
  loading: boolean;
  onRetry: () => void;
}

const texts: Readonly<Record<Cause['kind'], (value: string) => string>> = {
  UNKNOWN_ROLE: (value) =>
    `No role mapping has the value ${isolated(value)}, so the users got the default role. Map the value in the settings below, or change the role of the users.`,
  OUTSIDE_DOMAINS: (value) =>
    `The identity provider created users with the email domain ${isolated(value)}, which is not one of this organisation. Add the domain to the organisation, or mark it as seen.`,
};

/** What can be corrected for several users of the identity provider at once. Renders nothing if there is nothing. */
export function ProvisioningCauses({ provisioning, ...rest }: ProvisioningCausesProps) {
  const { data, complete } = useFragment(provisioningFragment, provisioning);
  const { mutate, busy } = useMutationAction(acknowledgeDocument, {
    keyed: false,
    success: 'Email domain marked as seen',
  });
  if (!complete || !data.causes?.length) return null;
  const { id: organisationId, causes } = data;
  const rows = causes.map((cause) => ({ ...cause, id: `${cause.kind} ${cause.value}` }));
  const columns: readonly Column<Cause>[] = [
    {
      key: 'cause',
      title: 'What to do',
      weight: 5,
      wraps: true,
      full: ({ kind, value }) => texts[kind](value),
      render: ({ kind, value }) => texts[kind](value),
    },
    {
      key: 'users',
      title: 'Users',
      kind: 'number',
      narrow: 'second line',
      second: ({ userCount }) => countOf(userCount, 'user'),
      render: ({ userCount }) => formatCount(userCount),
    },
    {
      key: 'last',
      title: 'Last',
      kind: 'date',
      min: 176,
      narrow: 'second line',
      render: ({ lastAt }) => <Moment at={lastAt} withTime />,
    },
    {
      key: 'action',
      title: 'Action',
      kind: 'action',
      narrow: 'second line',
      render: ({ kind, value }) =>
        kind === 'OUTSIDE_DOMAINS' && (
          <RowButton
            aria-label={`Mark ${isolated(value)} as seen`}
            disabled={busy}
            onClick={() => mutate({ input: { organisationId, domain: value } })}
          >
            Seen
          </RowButton>
        ),
    },
  ];
  return (
    <TableSection heading="Settings to check" count={rows.length} collapsible="provisioning-causes">
      <DataTable
        caption="Settings to check"
        columns={columns}
        list={{ nodes: rows, totalCount: rows.length }}
        emptyReason="No settings to check."
        {...rest}
      />
    </TableSection>
  );
}
