import { type AttentionKind, attentionKindNames } from '@console/contract/attention';
import { attentionOptions } from '@console/contract/attention-texts';
import { texts } from '@console/contract/rules';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { useUnsentEmailsRead } from '../apollo/useUnsentEmails.ts';
import { beforeRowIsShown, lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { OrganisationListPageQuery } from '../gql/graphql.ts';
import { OrganisationTable, organisationSorts } from '../organisations/OrganisationTable.tsx';
import { OverviewSection } from '../overview/OverviewSection.tsx';
import { PageActions } from '../ui/layout/PageActions.tsx';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { RedirectToPageNotFound } from '../ui/navigation/RedirectToPageNotFound.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { PeekList } from '../ui/peek/PeekList.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { TableToolbar } from '../ui/table/TableToolbar.tsx';
import { emptyReason, firstSectionEmptyProps, nothingFound, unfilteredTotal } from '../ui/table/tableSections.ts';
import { useListParams } from '../ui/table/useListParams.ts';

const OrganisationPeek = lazyPart(
  async () => (await import('../organisations/OrganisationPeek.tsx')).OrganisationPeek,
  beforeRowIsShown,
);

const pageQuery = graphql(`
  query OrganisationListPage(
    $search: String
    $activeOrder: OrganisationOrder, $activeFirst: Int!, $activeOffset: Int
    $disabledOrder: OrganisationOrder, $disabledFirst: Int!, $disabledOffset: Int
    $attention: AttentionKind
    $counts: Boolean! = true
  ) {
    viewer { ...Shell_viewer user { id organisationId } can { createOrganisation viewActivity viewOverview } }
    attention @include(if: $counts) { ...AttentionList_item @unmask } # an item has no cache id
    active: organisations(
      filter: { states: [ACTIVE], attention: $attention }, search: $search, orderBy: $activeOrder, first: $activeFirst, offset: $activeOffset
    ) { ...OrganisationTable_organisations @unmask } # a page of a list has no cache id
    disabled: organisations(
      filter: { states: [DISABLED], attention: $attention }
      search: $search
      orderBy: $disabledOrder
      first: $disabledFirst
      offset: $disabledOffset
    ) { ...OrganisationTable_organisations @unmask } # a page of a list has no cache id
  }
`);

type AttentionItems = NonNullable<OrganisationListPageQuery['attention']> | null;

const isAttentionKind = (value: string): value is AttentionKind => attentionKindNames.some((kind) => kind === value);

const filters = {
  attention: (kind: string) => (isAttentionKind(kind) ? { attention: kind } : undefined),
};

export function Component() {
  const { tables, narrowing, isDefault, filter, variables } = useListParams({
    tables: { active: '', disabled: 'disabled' },
    sorts: organisationSorts,
    filters,
  });
  // Counted with the first rows only, not with every search and page.
  const place = JSON.stringify([filter, variables]);
  const [firstPlace] = useState(place);
  const [attention, setAttention] = useState<AttentionItems>(null);
  const { trail, settled } = useTrail();
  const { data, loading, failed, missing, retry } = usePageQuery(
    pageQuery,
    { ...variables, ...filter, counts: place === firstPlace },
    {
      main: ['active', 'disabled'],
      keep: () => true,
      settled: settled && isDefault,
    },
  );
  // The note is above the lists; loading later, it would move them.
  const { isUnknown } = useUnsentEmailsRead('administrators');
  if (data?.attention && data.attention !== attention) setAttention(data.attention);
  usePageTitle('Organisations');
  if (missing) return <RedirectToPageNotFound />;
  if (!data?.viewer || isUnknown)
    return (
      <PagePlaceholder
        header={<PageHeader title="Organisations" />}
        what="Organisations"
        failed={failed}
        onRetry={retry}
      />
    );
  // With search or order only the server knows the rows of the page.
  const onChanged = () => {
    if (!isDefault) retry();
  };
  const common = { narrowing, loading, onRetry: retry };
  const lists = [data.active, data.disabled];
  const exported = (name: string, state: 'ACTIVE' | 'DISABLED', orderBy: object | undefined) => ({
    list: 'ORGANISATIONS' as const,
    name,
    args: { filter: { states: [state], ...filter }, search: variables.search, orderBy },
  });
  const { can, user } = data.viewer;
  const next = can.createOrganisation ? [{ label: 'Create an organisation', to: '/O/create' }] : [];
  const others = can.createOrganisation ? 'Create a separate organisation for each customer and vendor.' : createdBy;
  const isAlone = unfilteredTotal(narrowing, lists) === 1 && data.active?.nodes[0]?.id === user.organisationId;
  return (
    <PageFrame
      header={
        <PageHeader
          title="Organisations"
          count={unfilteredTotal(narrowing, lists)}
          actions={
            <PageActions
              others={can.viewActivity ? [{ label: 'Activity', to: '/activity', state: trail }] : []}
              primary={
                can.createOrganisation && (
                  <Button component={Link} to="/O/create" state={trail}>
                    {texts.organisations.create}
                  </Button>
                )
              }
            />
          }
        />
      }
    >
      <OverviewSection
        attention={attention}
        linkTo={({ kind }) => `/T?attention=${kind}`}
        charts={can.viewOverview ? { organisationId: undefined, links: {}, steps: [] } : null}
        wholePage
      />
      <PeekList panel={(id) => <OrganisationPeek id={id} onChanged={onChanged} />}>
        <TableSection
          heading="Active"
          count={data.active?.totalCount}
          exported={exported('Active organisations', 'ACTIVE', variables.activeOrder)}
          {...firstSectionEmptyProps(narrowing, lists)}
          toolbar={
            <TableToolbar
              searchLabel="Search organisations"
              narrowing={narrowing}
              filters={
                attention
                  ? [
                      {
                        name: 'attention',
                        label: 'Pending items',
                        options: attentionOptions(attention.map(({ kind }) => kind)),
                      },
                    ]
                  : []
              }
            />
          }
        >
          <OrganisationTable
            caption="Active organisations"
            organisations={data.active}
            table={tables.active}
            emptyReason={can.createOrganisation ? noneActive : `${noneActive} ${createdBy}`}
            next={next}
            onlyRowReason={isAlone ? `Your organisation is the only one so far. ${others}` : undefined}
            {...common}
          />
        </TableSection>
        {!nothingFound(narrowing, lists) && (
          <TableSection
            heading="Disabled"
            count={data.disabled?.totalCount}
            exported={exported('Disabled organisations', 'DISABLED', variables.disabledOrder)}
            collapsible="disabled-organisations"
            empty={emptyReason(narrowing, disabledWhy)}
          >
            <OrganisationTable
              caption="Disabled organisations"
              organisations={data.disabled}
              table={tables.disabled}
              emptyReason={disabledWhy}
              {...common}
            />
          </TableSection>
        )}
      </PeekList>
    </PageFrame>
  );
}

const noneActive = 'No active organisations.';
const createdBy = 'Administrators create organisations.';
const disabledWhy = 'No disabled organisations.';
