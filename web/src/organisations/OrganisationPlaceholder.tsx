import { useFragment } from '@apollo/client/react';
import { graphql } from '../gql/gql.ts';
import { PagePlaceholder } from '../ui/layout/PagePlaceholder.tsx';
import { OrganisationHeader, type OrganisationTab } from './OrganisationHeader.tsx';

// Unmasked, because what a masked fragment lacks does not count as missing.
const organisationFragment = graphql(`
  fragment OrganisationPlaceholder_organisation on Organisation {
    id
    ...OrganisationHeader_organisation @unmask
  }
`);

interface OrganisationPlaceholderProps {
  id: string;
  tab: OrganisationTab;
  failed?: boolean;
  onRetry?: () => void;
}

const nothing = () => {};

/** A tab of an organisation whose content is loading or could not be loaded, below the head that another tab has brought. */
export function OrganisationPlaceholder({ id, tab, failed = false, onRetry = nothing }: OrganisationPlaceholderProps) {
  const organisation = { __typename: 'Organisation', id } as const;
  const { complete } = useFragment({
    fragment: organisationFragment,
    fragmentName: 'OrganisationPlaceholder_organisation',
    from: organisation,
  });
  return (
    <PagePlaceholder
      header={complete && <OrganisationHeader organisation={organisation} tab={tab} />}
      what="This organisation"
      failed={failed}
      onRetry={onRetry}
    />
  );
}
