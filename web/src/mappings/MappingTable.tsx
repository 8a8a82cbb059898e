import { graphql } from '../gql/gql.ts';
import type { MappingTable_EdgeFragment, MappingTable_MappingsFragment } from '../gql/graphql.ts';
import { DataTable, type ListTableProps } from '../ui/table/DataTable.tsx';
import { RowLink } from '../ui/table/RowLink.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import { Avatar } from '../ui/values/Avatar.tsx';
import { EmailAddress } from '../ui/values/EmailAddress.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { WithAvatar } from '../ui/values/WithAvatar.tsx';
import { hasMappingActions, MappingActions } from './MappingActions.tsx';
import { modulesText } from './modulesText.ts';
import { useMappingPaths } from './useMappingPaths.ts';

graphql(`
  fragment MappingTable_mappings on MappingConnection {
    totalCount
    edges { ...MappingTable_edge @unmask } # an edge has no cache id
  }
`);

// A fragment of its own: mutations select it, so that a row added to a list is complete.
graphql(`
  fragment MappingTable_edge on MappingEdge {
    cursor
    node { id state vendor { id } modules { id label } }
    counterpart { id brandName }
    organiser { id name email }
    at
    action
    statusText
    acceptBlock
    viewerCanAccept
    viewerCanReject
    viewerCanEnd
    viewerCanWithdraw
    takesReason
  }
`);

type Row = MappingTable_EdgeFragment & { id: string };

interface MappingTableProps extends ListTableProps {
  kind: 'accepted' | 'requests';
  caption: string;
  organisationId: string;
  /** The viewer may open the other organisation. */
  linked: boolean;
  mappings: MappingTable_MappingsFragment | null | undefined;
  /** Called when a request was accepted or rejected; `stale` if another user did it earlier. */
  onChanged: (stale: boolean) => void;
}

const dateColumn = (key: string, title: string): Column<Row> => ({
  key,
  title,
  kind: 'date',
  min: 136,
  narrow: 'second line',
  sortable: true,
  render: ({ at }) => (at ? <Moment at={at} /> : '–'),
});

/** The role of the other party in the mapping. */
export const relationshipOf = ({ node, counterpart }: MappingTable_EdgeFragment): string =>
  node.vendor.id === counterpart.id ? 'Vendor' : 'Customer';

const relationship: Column<Row> = {
  key: 'relationship',
  title: 'Relationship',
  weight: 1,
  min: 112,
  max: 144,
  narrow: 'left out',
  render: relationshipOf,
};

const modules: Column<Row> = {
  ...textColumn('modules', 'Modules', ({ node }) => modulesText(node.modules)),
  narrow: 'left out',
};

/** Mappings and requests with requester, date and actions. */
export function MappingTable({ kind, organisationId, linked, mappings, onChanged, ...rest }: MappingTableProps) {
  const { counterpart: pathOf } = useMappingPaths();
  const name = ({ organiser }: Row) => organiser?.name;
  const brand: Column<Row> = {
    key: 'brand',
    title: 'Brand Name',
    sortable: true,
    full: ({ counterpart }) => counterpart.brandName,
    render: ({ counterpart: { id, brandName } }) => (
      <WithAvatar avatar={<Avatar kind="organisation" id={id} name={brandName} />}>
        {linked ? <RowLink to={pathOf(id)}>{brandName}</RowLink> : brandName}
      </WithAvatar>
    ),
  };
  const actions: Column<Row> = {
    key: 'action',
    title: 'Action',
    kind: 'action',
    min: 192,
    narrow: 172,
    render: (edge) => <MappingActions edge={edge} organisationId={organisationId} onChanged={onChanged} />,
  };
  const columns: readonly Column<Row>[] =
    kind === 'accepted'
      ? [
          brand,
          { ...textColumn('organiser', 'Organiser', name), sortable: true, narrow: 'second line' },
          {
            ...textColumn<Row>('email', 'Email', ({ organiser }) => organiser?.email),
            sortable: true,
            min: 244,
            weight: 4,
            wraps: true,
            narrow: 'second line',
            // On a phone these columns are in the panel.
            second: () => null,
            render: ({ organiser }) => (organiser?.email ? <EmailAddress email={organiser.email} /> : '–'),
          },
          dateColumn('accepted', 'Accepted Date'),
          relationship,
          modules,
          ...(mappings?.edges.some(hasMappingActions) ? [{ ...actions, min: 80, narrow: 72 }] : []),
        ]
      : [
          brand,
          { ...textColumn('requester', 'Requester', name), sortable: true, narrow: 'second line' },
          dateColumn('requested', 'Request Date'),
          relationship,
          modules,
          actions,
        ];
  const list = mappings && {
    totalCount: mappings.totalCount,
    nodes: mappings.edges.map((edge) => ({ ...edge, id: edge.node.id })),
  };
  return <DataTable columns={columns} list={list} {...rest} />;
}
