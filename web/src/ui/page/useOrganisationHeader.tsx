import type { ReactNode } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { useFragment } from '../../apollo/useFragment.ts';
import { graphql } from '../../gql/gql.ts';
import { PageHeader } from '../layout/PageHeader.tsx';
import { TabBar } from '../layout/TabBar.tsx';
import { useOriginList } from '../navigation/useOriginList.ts';
import { useTrail } from '../navigation/useTrail.ts';
import { OrganisationAvatar } from './OrganisationAvatar.tsx';
import { OrganisationStateBadge } from './OrganisationStateBadge.tsx';

// Fields that a cached list already has.
const rowFragment = graphql(`
  fragment useOrganisationHeader_row on Organisation {
    id
    brandName
    state
    counts { completedAssessments assessments }
    ...OrganisationStateBadge_organisation
  }
`);

const organisationFragment = graphql(`
  fragment useOrganisationHeader_organisation on Organisation {
    id
    icon { name url }
    viewerCanViewAssessments
    viewerCanViewSso
    viewerCanEditConfig
    viewerCanViewApiKeys
    viewerCanManageWebhooks
    viewerCanViewActivity
    ...useOrganisationHeader_row
  }
`);

export type OrganisationTab =
  | 'info'
  | 'model'
  | 'asmt'
  | 'user'
  | 'sso'
  | 'rules'
  | 'provisioning'
  | 'config'
  | 'keys'
  | 'activity'
  | 'reviews';

interface OrganisationHeaderOptions {
  actions?: ReactNode;
  /** Whether a mutation has updated the cached list to which the page leads back. */
  settled?: boolean;
}

/** Header of the pages of the organisation in the URL, with its tabs, if cached; undefined before its name is known. */
export const useOrganisationHeader = (
  tab: OrganisationTab,
  { actions, settled = false }: OrganisationHeaderOptions = {},
): ReactNode => {
  const { orgId: id = '' } = useParams();
  const organisation = { __typename: 'Organisation', id } as const;
  const { data: row, complete: isKnown } = useFragment(rowFragment, organisation);
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { state } = useLocation();
  const { from, crumb } = useOriginList();
  const { settledTrail } = useTrail();
  if (!isKnown) return undefined;
  const inAddress = (label: string, key: OrganisationTab) => ({
    label,
    to: `/O/${id}?from=${from}&tab=${key}`,
    current: tab === key,
  });
  return (
    <PageHeader
      crumbs={[settled ? { ...crumb, state: settledTrail } : crumb]}
      avatar={<OrganisationAvatar organisation={{ ...row, icon: complete ? data.icon : null }} size={40} />}
      title={row.brandName}
      badge={<OrganisationStateBadge organisation={row} />}
      actions={actions}
      tabs={
        complete && (
          <TabBar
            label="Organisation sections"
            state={state}
            tabs={[
              inAddress('Information', 'info'),
              ...(data.viewerCanViewAssessments ? [inAddress('Model', 'model'), inAddress('Assessment', 'asmt')] : []),
              { label: 'User', to: `/O/${id}/user?from=${from}`, current: tab === 'user' },
              // This page has tabs for rules and provisioning, because more tabs would not fit next to the title.
              ...(data.viewerCanViewSso
                ? [{ ...inAddress('SSO', 'sso'), current: ['sso', 'rules', 'provisioning'].includes(tab) }]
                : []),
              ...(data.viewerCanEditConfig ? [inAddress('Configuration', 'config')] : []),
              ...(data.viewerCanViewApiKeys
                ? [inAddress(data.viewerCanManageWebhooks ? 'API keys and webhooks' : 'API keys', 'keys')]
                : []),
              // This page has a tab for access reviews, for the same reason.
              ...(data.viewerCanViewActivity
                ? [{ ...inAddress('Activity', 'activity'), current: tab === 'activity' || tab === 'reviews' }]
                : []),
            ]}
          />
        )
      }
    />
  );
};
