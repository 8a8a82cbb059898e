import { texts } from '@console/contract/rules';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { beforeRowIsShown, lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { MappingState } from '../gql/graphql.ts';
import { InvitationSection } from '../invitations/InvitationSection.tsx';
import { MappingTable } from '../mappings/MappingTable.tsx';
import { useMappingPaths } from '../mappings/useMappingPaths.ts';
import { HeaderFact, PageHeader } from '../ui/layout/PageHeader.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { PeekList } from '../ui/peek/PeekList.tsx';
import { FilterSelect } from '../ui/table/FilterSelect.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { TableToolbar } from '../ui/table/TableToolbar.tsx';
import { emptyReason, firstSectionEmptyProps, nothingFound, unfilteredTotal } from '../ui/table/tableSections.ts';
import { useListParams } from '../ui/table/useListParams.ts';

const MappingPeek = lazyPart(async () => (await import('../mappings/MappingPeek.tsx')).MappingPeek, beforeRowIsShown);

const pageQuery = graphql(`
  query ExternalMappingPage(
    $id: ID!
    $own: Boolean!
    $search: String
    $requestedByOrganisation: Boolean
    $acceptedOrder: MappingOrder, $acceptedFirst: Int!, $acceptedOffset: Int
    $requestOrder: MappingOrder, $requestFirst: Int!, $requestOffset: Int
    $endedOrder: MappingOrder, $endedFirst: Int!, $endedOffset: Int
  ) {
    viewer {
      ...Shell_viewer
      can { listOrganisations }
      organisation @include(if: $own) {
        ...ExternalMappingPage_organisation @unmask # this page's own fields, from either place
      }
    }
    organisation(id: $id) @skip(if: $own) {
      ...ExternalMappingPage_organisation @unmask # this page's own fields, from either place
    }
  }
`);

graphql(`
  fragment ExternalMappingPage_organisation on Organisation {
    id
    brandName
    viewerCanInviteOrganisations
    accepted: mappings(
      filter: { states: [ACCEPTED] }
      search: $search
      orderBy: $acceptedOrder
      first: $acceptedFirst
      offset: $acceptedOffset
    ) { ...MappingTable_mappings @unmask } # a page of a list has no cache id
    requests: mappings(
      filter: { states: [PENDING], requestedByOrganisation: $requestedByOrganisation }
      search: $search
      orderBy: $requestOrder
      first: $requestFirst
      offset: $requestOffset
    ) { ...MappingTable_mappings @unmask } # a page of a list has no cache id
    ended: mappings(
      filter: { states: [REJECTED, ENDED, WITHDRAWN] }
      search: $search
      orderBy: $endedOrder
      first: $endedFirst
      offset: $endedOffset
    ) { ...MappingTable_mappings @unmask } # a page of a list has no cache id
  }
`);

const title = 'External Mapping';
/** The schema's names of the sortable columns; the requester of an accepted mapping is its organiser. */
const sorts = {
  brand: 'BRAND_NAME',
  organiser: 'REQUESTER',
  requester: 'REQUESTER',
  email: 'EMAIL',
  accepted: 'AT',
  requested: 'AT',
} as const;
const requestFilter = {
  name: 'requests',
  label: 'Requests',
  options: [
    { value: 'received', label: 'Received' },
    { value: 'sent', label: 'Sent' },
  ],
};
const filters = {
  requests: (value: string) =>
    value === 'received' || value === 'sent' ? { requestedByOrganisation: value === 'sent' } : undefined,
};
/** Must equal the states in the query. */
const endedStates = ['REJECTED', 'ENDED', 'WITHDRAWN'] as const satisfies MappingState[];
const main = ['accepted', 'requests', 'ended'];

/** The mappings and requests of the viewer's own organisation, or of the one in the address. */
export function Component() {
  const { invite, crumbs } = useMappingPaths();
  const {
    tables,
    narrowing: all,
    filter,
    isDefault,
    variables,
  } = useListParams({
    tables: { accepted: '', request: 'request', ended: 'ended' },
    sorts,
    filters,
  });
  // Applies to the requests only.
  const narrowing = { ...all, filters: {} };
  const isFiltered = 'requestedByOrganisation' in filter;
  const { trail, settled } = useTrail();
  const page = useOrganisationQuery(
    pageQuery,
    { main, keep: true, settled: settled && isDefault },
    {
      ...variables,
      ...filter,
    },
  );
  const { data, own, organisation, loading, retry } = page;
  const lists = [organisation?.accepted, organisation?.requests, organisation?.ended];
  // With search or order, or after another user's decision, only the server knows the rows of the page.
  const onChanged = (stale: boolean) => {
    if (stale || !isDefault) retry();
  };
  return (
    <OrganisationFrame
      title={title}
      header={
        <PageHeader
          crumbs={crumbs(organisation?.brandName)}
          title={title}
          count={unfilteredTotal(all, [organisation?.accepted, organisation?.requests])}
          facts={own && organisation && <HeaderFact label="Organisation">{organisation.brandName}</HeaderFact>}
          actions={
            organisation?.viewerCanInviteOrganisations && (
              <Button component={Link} to={invite} state={trail}>
                {texts.mappings.inviteOrganisation}
              </Button>
            )
          }
        />
      }
      page={page}
    >
      {({ id, accepted, requests, ended, viewerCanInviteOrganisations }) => {
        const exported = (name: string, states: readonly MappingState[], orderBy: object | undefined, more = {}) => ({
          list: 'MAPPINGS' as const,
          name,
          args: { organisationId: id, filter: { states, ...more }, search: variables.search, orderBy },
        });
        const common = {
          organisationId: id,
          linked: data?.viewer?.can.listOrganisations ?? false,
          narrowing,
          loading,
          onRetry: retry,
          onChanged,
        };
        return (
          <>
            <PeekList
              panel={(shown) => (
                <MappingPeek
                  id={shown}
                  edges={[accepted, requests, ended].flatMap((list) => list?.edges ?? [])}
                  loading={loading}
                  organisationId={id}
                  linked={common.linked}
                  onChanged={onChanged}
                />
              )}
            >
              <TableSection
                heading="Accepted"
                count={accepted?.totalCount}
                exported={exported('Accepted mappings', ['ACCEPTED'], variables.acceptedOrder)}
                {...firstSectionEmptyProps(narrowing, lists)}
                toolbar={<TableToolbar searchLabel="Search mappings" narrowing={narrowing} />}
              >
                <MappingTable
                  kind="accepted"
                  caption="Accepted mappings"
                  mappings={accepted}
                  table={tables.accepted}
                  emptyReason={viewerCanInviteOrganisations ? noneMapped : `${noneMapped} ${invitedBy}`}
                  next={viewerCanInviteOrganisations ? [{ label: 'Invite an organisation', to: invite }] : []}
                  {...common}
                />
              </TableSection>
              {!nothingFound(narrowing, lists) && (
                <TableSection
                  heading={texts.mappings.request}
                  count={requests?.totalCount}
                  exported={exported('Mapping requests', ['PENDING'], variables.requestOrder, filter)}
                  collapsible="mapping-requests"
                  {...(!isFiltered && { empty: emptyReason(narrowing, requestsWhy) })}
                  toolbar={
                    (Boolean(requests?.totalCount) || isFiltered) && (
                      <FilterSelect filter={requestFilter} narrowing={all} />
                    )
                  }
                >
                  <MappingTable
                    kind="requests"
                    caption="Mapping requests"
                    mappings={requests}
                    table={tables.request}
                    emptyReason={requestsWhy}
                    {...common}
                    narrowing={all}
                  />
                </TableSection>
              )}
              {Boolean(ended?.totalCount) && (
                <TableSection
                  heading="Ended"
                  count={ended?.totalCount}
                  exported={exported('Ended mappings', endedStates, variables.endedOrder)}
                  collapsible="ended-mappings"
                  initiallyClosed
                >
                  <MappingTable
                    kind="requests"
                    caption="Ended mappings"
                    mappings={ended}
                    table={tables.ended}
                    emptyReason={endedWhy}
                    {...common}
                  />
                </TableSection>
              )}
            </PeekList>
            <InvitationSection organisationId={id} kinds={['ORGANISATION']} />
          </>
        );
      }}
    </OrganisationFrame>
  );
}

const noneMapped =
  'No mapped organisations yet. Organisations that this one invites become its vendors. Organisations that invite it become its customers.';
const invitedBy = 'Administrators and Organisers can send invitations while the organisation is enabled.';
const requestsWhy = 'No mapping requests.';
const endedWhy = 'No ended mappings.';
