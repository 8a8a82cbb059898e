import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { useOriginList } from '../ui/layout/useOriginList.ts';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { OrganisationAvatar } from './OrganisationAvatar.tsx';
import { OrganisationHeader, type OrganisationTab } from './OrganisationHeader.tsx';
import { OrganisationStateBadge } from './OrganisationStateBadge.tsx';

const organisationFragment = graphql(`
  fragment OrganisationPlaceholder_organisation on Organisation {
    id
    ...OrganisationHeader_organisation @unmask # missing fields of a masked fragment would not count as incomplete
  }
`);

// A list has it already.
const rowFragment = graphql(`
  fragment OrganisationPlaceholder_row on Organisation {
    id
    brandName
    state
    counts { completedAssessments assessments }
    ...OrganisationStateBadge_organisation
  }
`);

interface OrganisationPlaceholderProps {
  id: string;
  tab: OrganisationTab;
  failed?: boolean;
  onRetry?: () => void;
}

const nothing = () => {};
/** What is loading in tabs that are no lists. */
const contents: Partial<Record<OrganisationTab, 'facts' | 'form'>> = { info: 'facts', sso: 'form', config: 'form' };

/** A tab of an organisation while its content is loading or after a failure, below the cached header. */
export function OrganisationPlaceholder({ id, tab, failed = false, onRetry = nothing }: OrganisationPlaceholderProps) {
  const organisation = { __typename: 'Organisation', id } as const;
  const { complete } = useFragment(organisationFragment, organisation);
  const { data: row, complete: inList } = useFragment(rowFragment, organisation);
  const { crumb } = useOriginList();
  const title = inList && (
    <PageHeader
      crumbs={[crumb]}
      avatar={<OrganisationAvatar organisation={row} size={40} />}
      title={row.brandName}
      badge={<OrganisationStateBadge organisation={row} />}
    />
  );
  return (
    <PagePlaceholder
      header={complete ? <OrganisationHeader organisation={organisation} tab={tab} /> : title}
      of={contents[tab]}
      what="This organisation"
      failed={failed}
      onRetry={onRetry}
    />
  );
}
