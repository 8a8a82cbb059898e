import type { FragmentType } from '@apollo/client';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationHeader_OrganisationFragment } from '../gql/graphql.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { TabBar } from '../ui/layout/TabBar.tsx';
import { useOriginList } from '../ui/layout/useOriginList.ts';
import { useTrail } from '../ui/layout/useTrail.ts';
import { OrganisationHeaderAvatar } from './OrganisationHeaderAvatar.tsx';
import { OrganisationStateBadge } from './OrganisationStateBadge.tsx';

const organisationFragment = graphql(`
  fragment OrganisationHeader_organisation on Organisation {
    id
    brandName
    viewerCanViewAssessments
    viewerCanViewSso
    viewerCanEditConfig
    viewerCanViewApiKeys
    viewerCanManageWebhooks
    viewerCanViewActivity
    ...OrganisationHeaderAvatar_organisation
    ...OrganisationStateBadge_organisation
  }
`);

export type OrganisationTab = 'info' | 'model' | 'asmt' | 'user' | 'sso' | 'config' | 'keys' | 'activity';

interface OrganisationHeaderProps {
  organisation: FragmentType<OrganisationHeader_OrganisationFragment> | { __typename: 'Organisation'; id: string };
  tab: OrganisationTab;
  actions?: ReactNode;
  /** A mutation has updated the cached list that the way back leads to. */
  settled?: boolean;
}

/** The header of an organisation's pages: breadcrumbs and tabs. */
export function OrganisationHeader({ organisation, tab, actions, settled = false }: OrganisationHeaderProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { state } = useLocation();
  const { from, crumb } = useOriginList();
  const { settledTrail } = useTrail();
  if (!complete) return null;
  const inAddress = (label: string, key: OrganisationTab) => ({
    label,
    to: `/O/${data.id}?from=${from}&tab=${key}`,
    current: tab === key,
  });
  return (
    <PageHeader
      crumbs={[settled ? { ...crumb, state: settledTrail } : crumb]}
      avatar={<OrganisationHeaderAvatar organisation={data} />}
      title={data.brandName}
      badge={<OrganisationStateBadge organisation={data} />}
      actions={actions}
      tabs={
        <TabBar
          label="Parts of the organisation"
          state={state}
          tabs={[
            inAddress('Information', 'info'),
            ...(data.viewerCanViewAssessments ? [inAddress('Model', 'model'), inAddress('Assessment', 'asmt')] : []),
            { label: 'User', to: `/O/${data.id}/user?from=${from}`, current: tab === 'user' },
            ...(data.viewerCanViewSso ? [inAddress('SSO', 'sso')] : []),
            ...(data.viewerCanEditConfig ? [inAddress('Configuration', 'config')] : []),
            ...(data.viewerCanViewApiKeys
              ? [inAddress(data.viewerCanManageWebhooks ? 'API keys and webhooks' : 'API keys', 'keys')]
              : []),
            ...(data.viewerCanViewActivity ? [inAddress('Activity', 'activity')] : []),
          ]}
        />
      }
    />
  );
}
